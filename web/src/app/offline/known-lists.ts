import { type DehydratedState, dehydrate, hydrate, type Query } from '@tanstack/react-query';
import { clear, get, set } from 'idb-keyval';
import { keysRoot } from '../../features/keys/keys.queries.ts';
import { queryClient } from '../../lib/query-client.ts';

/** What is kept of one person's lists, in one form. */
type KnownLists = { form: number; userId: string; lists: DehydratedState };

/** Grows whenever lists kept before could no longer be read. */
const form = 1;
const place = 'known-lists';
/** Lists of keys; single keys and everything else are not kept. */
const keptLists = ['list', 'my-taken', 'all-taken', 'frequent'];

const isKept = ({ queryKey: [root, list], state }: Query): boolean =>
  root === keysRoot[0] && keptLists.includes(String(list)) && state.data !== undefined;

/** Keeps the lists of `userId` as they are now, for a start without a network. */
export const keepLists = async (userId: string): Promise<void> => {
  const lists = dehydrate(queryClient, { shouldDehydrateQuery: isKept });
  if (lists.queries.length === 0) return;
  // Storage may be blocked or full; then a start without a network shows no lists.
  await set(place, { form, userId, lists } satisfies KnownLists).catch(() => undefined);
};

/** Shows what was last known of the lists of `userId`. */
export const recallLists = async (userId: string): Promise<void> => {
  const known = await get<KnownLists>(place).catch(() => undefined);
  if (known?.form === form && known.userId === userId) hydrate(queryClient, known.lists);
};

/** Keeps nothing for anybody. */
export const forgetLists = (): Promise<void> => clear().catch(() => undefined);

/** Calls back whenever one of the kept lists has changed. */
export const onListChange = (changed: () => void): (() => void) =>
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && isKept(event.query))
      changed();
  });

/** When the newest of the shown lists was read, in milliseconds; null when there is none. */
export const listsReadAt = (): number | null => {
  const kept = queryClient.getQueryCache().findAll({ queryKey: keysRoot }).filter(isKept);
  return kept.length === 0 ? null : Math.max(...kept.map((query) => query.state.dataUpdatedAt));
};
