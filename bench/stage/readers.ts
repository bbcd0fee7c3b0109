import type { Call } from './load.ts';
import { pageHeaders, type SignedIn } from './people.ts';

const clients = 16;

/** The same call by many people, dealt out to the clients. */
export const readersCalls = (
  people: readonly SignedIn[],
  path: string,
  extra: Record<string, string> = {},
): Call[][] =>
  Array.from({ length: clients }, (_, client) =>
    people
      .filter((_person, index) => index % clients === client)
      .map((who) => ({ method: 'GET', path, headers: { ...pageHeaders(who), ...extra } })),
  );
