import { keyFieldNames } from '@keydesk/shared/keys/key-fields';
import { type DehydratedState, dehydrate, hydrate, type Query } from '@tanstack/react-query';
import { clear, getMany, set } from 'idb-keyval';
import { useSyncExternalStore } from 'react';
import { isOutageSheet } from '../features/loans/desk/outage-sheet-query.ts';
import { whenIdle } from '../lib/browser.ts';
import {
  getConnectionState,
  getLiveUntil,
  isConnected,
  onServerLost,
} from '../lib/live/connection.ts';
import { queryClient } from '../lib/query-client.ts';
import { type Session, session } from '../lib/session.ts';

/** In milliseconds. */
const saveIntervalMs = 15_000;

/** Saves the key lists for a start without a server; a sign-out deletes them. */
export function startOfflineCache(): void {
  let owner = ownerOf(session.get());
  let restored = false;
  const restoreUnchecked = () => {
    if (restored || !owner || getConnectionState().sessionChecked) return;
    restored = true;
    void restore([storageKey, sheetKey], owner, () => !getConnectionState().sessionChecked);
  };
  restoreUnchecked();
  session.subscribe(() => {
    const now = ownerOf(session.get());
    if (now !== owner) void clearLists();
    owner = now;
    restoreUnchecked();
  });
  // A page may lose the server before it has read a sheet.
  onServerLost(() => {
    if (owner) void restore([sheetKey], owner, () => !isConnected());
  });
  saveOnChange();
  // The sheet is read rarely, and also where there are no lists.
  onChange(isOutageSheet, () => saveNow(sheetKey, isOutageSheet));
}

/** The owner of the saved lists: the desk's computer, with any guard, or the signed-in person. */
function ownerOf({ user, desk }: Session): string | null {
  return desk?.computer.id ?? user?.id ?? null;
}

async function restore(
  names: readonly string[],
  owner: string,
  isNeeded: () => boolean,
): Promise<void> {
  const all = await getMany<OfflineLists | undefined>([...names]).catch(() => []);
  if (!isNeeded() || owner !== ownerOf(session.get())) return;
  for (const [index, saved] of all.entries()) {
    if (saved?.form !== cacheVersion || saved.owner !== owner) continue;
    if (names[index] === storageKey) savedAsOf ??= saved.asOf;
    hydrate(queryClient, saved.lists);
  }
}

function clearLists(): Promise<void> {
  return clear().catch(() => undefined);
}

/** Saves the first change soon, later ones at most once per interval. */
function saveOnChange(): void {
  let unsaved = false;
  let waiting = false;
  const saveUnsaved = () => {
    if (unsaved) saveNow(storageKey, isCached);
    unsaved = false;
  };
  const saveAndWait = () => {
    waiting = unsaved;
    if (!unsaved) return;
    whenIdle(saveUnsaved);
    setTimeout(saveAndWait, saveIntervalMs);
  };
  onChange(isCached, () => {
    unsaved = true;
    if (!waiting) saveAndWait();
  });
  // A hidden page may never be shown again, and an offline start needs the latest lists.
  window.addEventListener('offline', saveUnsaved);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveUnsaved();
  });
}

function saveNow(name: string, shouldDehydrateQuery: (query: Query) => boolean): void {
  const owner = ownerOf(session.get());
  const { queries, ...rest } = dehydrate(queryClient, { shouldDehydrateQuery });
  if (!owner || queries.length === 0) return;
  // `meta` contains functions, which cannot be saved.
  const lists = { ...rest, queries: queries.map(({ meta: _, ...query }) => query) };
  const asOf = isConnected() ? Date.now() : listsAsOf();
  const saved: OfflineLists = { form: cacheVersion, owner, lists, asOf };
  // If storage is blocked or full, an offline start shows nothing.
  set(name, saved).catch(() => undefined);
}

/** Only lists; on a desk's computer none about the guard on duty. */
function isCached({ queryKey: [root, list], state }: Query): boolean {
  const name = `${root}/${list}`;
  const isOwn = ownLists.includes(name) && session.get().desk === null;
  return state.data !== undefined && (isOwn || deskLists.includes(name));
}

function onChange(isSaved: (query: Query) => boolean, changed: () => void): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && isSaved(event.query))
      changed();
  });
}

/** `asOf` is the time until which the lists were current, in Unix milliseconds. */
type OfflineLists = { form: string; owner: string; lists: DehydratedState; asOf: number | null };

/** The format follows from the key fields; the number changes with anything else. */
const cacheVersion = `6 ${keyFieldNames.join(' ')}`;
const storageKey = 'known-lists';
const sheetKey = 'outage-sheet';
const deskLists = ['keys/list', 'keys/all-taken', 'desk/overdue', 'desk/recent-handovers'];
const ownLists = ['keys/my-taken', 'keys/frequent'];

/**
 * Until when the lists were current, in Unix milliseconds, for an offline page: the newest fetch,
 * or the last event that could have changed them; null without lists.
 */
export function useListsAsOf(): number | null {
  return useSyncExternalStore(queryClient.getQueryCache().subscribe, listsAsOf);
}

let savedAsOf: number | null = null;

function listsAsOf(): number | null {
  const lists = queryClient.getQueryCache().findAll().filter(isCached);
  return lists.length === 0
    ? null
    : Math.max(
        getLiveUntil() ?? 0,
        savedAsOf ?? 0,
        ...lists.map((query) => query.state.dataUpdatedAt),
      );
}
