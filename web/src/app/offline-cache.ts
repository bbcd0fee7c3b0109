import { type DehydratedState, dehydrate, hydrate, type Query } from '@tanstack/react-query';
import { clear, get, set } from 'idb-keyval';
import { keysRoot } from '../features/keys/queries.ts';
import { whenIdle } from '../lib/browser.ts';
import { queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';

/** Lists are kept at most this often while they change, in milliseconds. */
const saveIntervalMs = 15_000;

/** Keeps the signed-in person's lists for a start without a network; nobody's after a sign-out. */
export function startOfflineCache(): void {
  let person = session.get().user?.id ?? null;
  if (person && !navigator.onLine) void restoreLists(person);
  session.watch(() => {
    const now = session.get().user?.id ?? null;
    if (now === person) return;
    person = now;
    void clearLists();
  });
  saveOnChange();
}

/** Shows what was last known of the lists of `userId`. */
async function restoreLists(userId: string): Promise<void> {
  const known = await get<OfflineLists>(storageKey).catch(() => undefined);
  if (known?.form === form && known.userId === userId) hydrate(queryClient, known.lists);
}

/** Keeps nothing for anybody. */
function clearLists(): Promise<void> {
  return clear().catch(() => undefined);
}

/** Keeps the first change soon, those that follow no more often than the interval. */
function saveOnChange(): void {
  let unkept = false;
  let resting = false;
  const keepUnkept = () => {
    if (unkept) saveNow();
    unkept = false;
  };
  const settle = () => {
    resting = unkept;
    if (!unkept) return;
    whenIdle(keepUnkept);
    setTimeout(settle, saveIntervalMs);
  };
  onListChange(() => {
    unkept = true;
    if (!resting) settle();
  });
  // A hidden page may never be shown again, and without a network the next start needs all of them.
  window.addEventListener('offline', keepUnkept);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keepUnkept();
  });
}

function saveNow(): void {
  const { user } = session.get();
  if (user) void saveLists(user.id);
}

/** Keeps the lists of `userId` as they are now, for a start without a network. */
async function saveLists(userId: string): Promise<void> {
  const lists = dehydrate(queryClient, { shouldDehydrateQuery: isCached });
  if (lists.queries.length === 0) return;
  // Storage may be blocked or full; then a start without a network shows no lists.
  await set(storageKey, { form, userId, lists } satisfies OfflineLists).catch(() => undefined);
}

function isCached({ queryKey: [root, list], state }: Query): boolean {
  return root === keysRoot[0] && cachedListNames.includes(String(list)) && state.data !== undefined;
}

/** Calls back whenever one of the kept lists has changed. */
function onListChange(changed: () => void): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && isCached(event.query))
      changed();
  });
}

/** What is kept of one person's lists, in one form. */
type OfflineLists = { form: number; userId: string; lists: DehydratedState };

/** Grows whenever lists kept before could no longer be read. */
const form = 1;
const storageKey = 'known-lists';
/** Lists of keys; single keys and everything else are not kept. */
const cachedListNames = ['list', 'my-taken', 'all-taken', 'frequent'];

/** When the newest of the shown lists was read, in milliseconds; null when there is none. */
export function listsUpdatedAt(): number | null {
  const kept = queryClient.getQueryCache().findAll({ queryKey: keysRoot }).filter(isCached);
  return kept.length === 0 ? null : Math.max(...kept.map((query) => query.state.dataUpdatedAt));
}
