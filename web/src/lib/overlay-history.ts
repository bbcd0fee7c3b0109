import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import { useEffectEvent, useLayoutEffect } from 'react';

type OpenOverlay = { close: () => void };

/** Lowest first. */
const openOverlays: OpenOverlay[] = [];

/**
 * Makes the browser's Back close an overlay instead of leaving its page. An overlay that closes in
 * another way removes its history entry.
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  // A layout effect: once the overlay is visible, Back must close it.
  useLayoutEffect(() => {
    if (!open) return;
    const overlay = { close: () => close() };
    openOverlays.push(overlay);
    addEntries();
    return () => {
      openOverlays.splice(openOverlays.indexOf(overlay), 1);
      syncSoon();
    };
  }, [open]);
}

/**
 * The history for the router. Above a page's entry it adds one per open overlay, with the same
 * address and unknown to the router. Leftover entries, after a reload or when going forward, lead
 * back to the page.
 */
export function createOverlayHistory(): RouterHistory {
  // Registered before the router's own listener, which therefore runs later.
  window.addEventListener('popstate', (event) => onPopState(event));
  const history = createBrowserHistory();
  const { push, replace } = history;
  let reachedPage: string | undefined;
  const write = (writing: typeof push): typeof push => {
    return (path, state, options) => {
      reachedPage = undefined;
      writing(path, withoutOverlays(state), options);
    };
  };
  // A page that opens from an overlay replaces the overlay's entry.
  history.push = (...args) =>
    whenSettled(() => write(entriesIn(window.history.state) > 0 ? replace : push)(...args));
  history.replace = (...args) => whenSettled(() => write(replace)(...args));
  history.back = () => whenSettled(() => goBack(1));
  const onPopState = (event: PopStateEvent) => {
    const page = history.location.state.__TSR_key;
    const from = reachedPage ?? page;
    reachedPage = pageOf(event.state);
    // Moves between a page and its overlays do not concern the router.
    if (from === page && reachedPage === page) event.stopImmediatePropagation();
    if (!traversal) closeAbove(entriesIn(event.state));
    // Runs after the router's listener.
    setTimeout(settle);
  };
  isInstalled = true;
  syncSoon();
  return history;
}

/** Without the router, in component tests, overlays do not touch the history. */
let isInstalled = false;

type Entry = { __TSR_key?: string; overlays?: number };

function isEntry(state: unknown): state is Entry {
  return typeof state === 'object' && state !== null;
}

function pageOf(state: unknown): string | undefined {
  return isEntry(state) ? state.__TSR_key : undefined;
}

/** How many overlays were open when this entry was added. */
function entriesIn(state: unknown): number {
  return isEntry(state) ? (state.overlays ?? 0) : 0;
}

/** The router copies states; after a reload it may have read an overlay's. */
function withoutOverlays(state: unknown): unknown {
  return isEntry(state) ? { ...state, overlays: undefined } : state;
}

function closeAbove(count: number): void {
  for (const overlay of openOverlays.slice(count).reverse()) overlay.close();
}

let syncTimer: ReturnType<typeof setTimeout> | undefined;

/** Waits for the rest of the same click: another overlay or a page may take over an entry. */
function syncSoon(): void {
  if (!isInstalled) return;
  clearTimeout(syncTimer);
  syncTimer = setTimeout(sync);
}

/** Adjusts the number of entries to the number of open overlays. */
function sync(): void {
  addEntries();
  const excess = entriesIn(window.history.state) - openOverlays.length;
  if (excess > 0 && !traversal) goBack(excess);
}

function addEntries(): void {
  if (!isInstalled || traversal) return;
  const entries = entriesIn(window.history.state);
  for (let overlays = entries + 1; overlays <= openOverlays.length; overlays++)
    // The prototype's method, because the instance's own would notify the router.
    History.prototype.pushState.call(window.history, { ...window.history.state, overlays }, '');
}

type Traversal = { timer: ReturnType<typeof setTimeout>; waiting: (() => void)[] };

/** Going back is asynchronous; until it ends, nothing else may change the history. */
let traversal: Traversal | null = null;

/** In milliseconds; a traversal without a target fires no event. */
const maxTraversal = 500;

function goBack(entries: number): void {
  traversal = { timer: setTimeout(settle, maxTraversal), waiting: [] };
  window.history.go(-entries);
}

function settle(): void {
  if (traversal) {
    const { timer, waiting } = traversal;
    traversal = null;
    clearTimeout(timer);
    for (const work of waiting) work();
  }
  syncSoon();
}

function whenSettled(work: () => void): void {
  if (traversal) traversal.waiting.push(work);
  else work();
}
