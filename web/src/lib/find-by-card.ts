import type { FoundPerson } from '@keydesk/shared/users/people-routes';
import { ApiError, api, call } from './api.ts';

/** The owner of an ID card; null if it is nobody's. */
export async function findByCard(cardText: string): Promise<FoundPerson | null> {
  const signal = AbortSignal.timeout(12_000);
  try {
    return (await call(api.findPersonByCard, { body: { cardText }, signal })).data.person;
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === 'PERSON_NOT_FOUND') return null;
    throw cause;
  }
}
