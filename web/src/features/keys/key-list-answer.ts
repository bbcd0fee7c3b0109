import type { Key } from '@keydesk/shared/keys/key';
import { answerOf, api } from '../../lib/api-client.ts';
import type { ApiAnswer } from '../../lib/api-request.ts';
import { session } from '../../lib/session.ts';

type KeyListAnswer = { etag: string; keys: Key[] };

/** The last answer, before any event was applied to it. The browser itself must not store it. */
let last: KeyListAnswer | null = null;

session.watch(() => {
  if (!session.get().user) last = null;
});

/** Reads every key; a list that has not changed since the last answer is not sent again. */
export async function readKeyList(signal: AbortSignal): Promise<Key[]> {
  const known = last;
  const response = await answerOf(api.listKeys, { signal, ifNoneMatch: known?.etag });
  if (response.status === 304 && known) return known.keys;
  const { data } = (await response.json()) as ApiAnswer<typeof api.listKeys>;
  const etag = response.headers.get('ETag');
  last = etag && session.get().user ? { etag, keys: data.keys } : null;
  return data.keys;
}
