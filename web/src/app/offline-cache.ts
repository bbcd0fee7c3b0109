import { type DehydratedState, dehydrate, hydrate, type Query } from '@tanstack/react-query';
import { clear, get, set } from 'idb-keyval';
import { useSyncExternalStore } from 'react';
import { keysRoot } from '../features/keys/queries.ts';
import { whenIdle } from '../lib/browser.ts';
import { queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';

/** Changing lists are saved at most this often, in milliseconds. */
const saveIntervalMs = 15_000;

/** Saves the signed-in person's key lists for a start without a network; a sign-out deletes them. */
export function startOfflineCache(): void {
  let userId = session.get().user?.id ?? null;
  if (userId && !navigator.onLine) void restoreLists(userId);
  session.subscribe(() => {
    const now = session.get().user?.id ?? null;
    if (now === userId) return;
    userId = now;
    void clearLists();
  });
  saveOnChange();
}

/** Shows the saved lists of `userId`. */
async function restoreLists(userId: string): Promise<void> {
  const saved = await get<OfflineLists>(storageKey).catch(() => undefined);
  if (saved?.form === cacheVersion && saved.userId === userId) hydrate(queryClient, saved.lists);
}

/** Deletes everything saved. */
function clearLists(): Promise<void> {
  return clear().catch(() => undefined);
}

/** Saves the first change soon, and those that follow at most once per interval. */
function saveOnChange(): void {
  let unsaved = false;
  let waiting = false;
  const saveUnsaved = () => {
    if (unsaved) saveNow();
    unsaved = false;
  };
  const saveAndWait = () => {
    waiting = unsaved;
    if (!unsaved) return;
    whenIdle(saveUnsaved);
    setTimeout(saveAndWait, saveIntervalMs);
  };
  onListChange(() => {
    unsaved = true;
    if (!waiting) saveAndWait();
  });
  // A hidden page may never be shown again, and a start without a network needs the latest lists.
  window.addEventListener('offline', saveUnsaved);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveUnsaved();
  });
}

function saveNow(): void {
  const { user } = session.get();
  if (user) void saveLists(user.id);
}

/** Saves the lists of `userId` as they are now. */
async function saveLists(userId: string): Promise<void> {
  const lists = dehydrate(queryClient, { shouldDehydrateQuery: isCached });
  if (lists.queries.length === 0) return;
  // If storage is blocked or full, a start without a network shows no lists.
  await set(storageKey, { form: cacheVersion, userId, lists } satisfies OfflineLists).catch(
    () => undefined,
  );
}

function isCached({ queryKey: [root, list], state }: Query): boolean {
  return root === keysRoot[0] && cachedListNames.includes(String(list)) && state.data !== undefined;
}

/** Calls back whenever one of the saved lists has changed. */
function onListChange(changed: () => void): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && isCached(event.query))
      changed();
  });
}

/** The saved lists of one person; `form` is the version of their format. */
type OfflineLists = { form: number; userId: string; lists: DehydratedState };

/** Increased whenever lists saved before could no longer be read, as when keys get another field. */
const cacheVersion = 4;
const storageKey = 'known-lists';
/** Lists of keys; single keys and everything else are not saved. */
const cachedListNames = ['list', 'my-taken', 'all-taken', 'frequent'];

/** When the newest of the lists was fetched, in milliseconds, as a hook; null when there is none. */
export function useListsUpdatedAt(): number | null {
  return useSyncExternalStore(queryClient.getQueryCache().subscribe, listsUpdatedAt);
}

function listsUpdatedAt(): number | null {
  const lists = queryClient.getQueryCache().findAll({ queryKey: keysRoot }).filter(isCached);
  return lists.length === 0 ? null : Math.max(...lists.map((query) => query.state.dataUpdatedAt));
}
