import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import { useEffectEvent, useLayoutEffect } from 'react';

type OpenOverlay = { close: () => void };

/** What is open over the page, the lowest first. */
const openOverlays: OpenOverlay[] = [];

/**
 * Makes the browser's Back close an overlay instead of leaving the page below it. An overlay that
 * closes in another way takes its entry in the history back.
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  // As soon as it is seen, Back has something to close.
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
 * The history for the router. Above a page's entry it keeps one entry for each open overlay, with
 * the same address, of which the router knows nothing. Where such entries are left over, after a
 * reload or when going forward, it goes back to the page.
 */
export function createOverlayHistory(): RouterHistory {
  // Before the router's own listener, which the browser calls after it, in order of registration.
  window.addEventListener('popstate', (event) => onPopState(event));
  const history = createBrowserHistory();
  const { push, replace } = history;
  /** The page of the entry that the browser is at, if going back or forward has led to it. */
  let reachedPage: string | undefined;
  const write = (writing: typeof push): typeof push => {
    return (path, state, options) => {
      reachedPage = undefined;
      writing(path, withoutOverlays(state), options);
    };
  };
  // A page that opens from an overlay takes the overlay's entry.
  history.push = (...args) =>
    whenSettled(() => write(entriesIn(window.history.state) > 0 ? replace : push)(...args));
  history.replace = (...args) => whenSettled(() => write(replace)(...args));
  history.back = () => whenSettled(() => goBack(1));
  const onPopState = (event: PopStateEvent) => {
    const page = history.location.state.__TSR_key;
    const from = reachedPage ?? page;
    reachedPage = pageOf(event.state);
    // Between a page and its overlays the router has nothing to do.
    if (from === page && reachedPage === page) event.stopImmediatePropagation();
    if (!traversal) closeAbove(entriesIn(event.state));
    // Once the router's listener has run too.
    setTimeout(settle);
  };
  isInstalled = true;
  syncSoon();
  return history;
}

/** Without the router, in component tests, overlays leave the history alone. */
let isInstalled = false;

type Entry = { __TSR_key?: string; overlays?: number };

function isEntry(state: unknown): state is Entry {
  return typeof state === 'object' && state !== null;
}

function pageOf(state: unknown): string | undefined {
  return isEntry(state) ? state.__TSR_key : undefined;
}

/** How many overlays were open when this entry was made. */
function entriesIn(state: unknown): number {
  return isEntry(state) ? (state.overlays ?? 0) : 0;
}

/** The router copies states; after a reload it may have read that of an overlay. */
function withoutOverlays(state: unknown): unknown {
  return isEntry(state) ? { ...state, overlays: undefined } : state;
}

function closeAbove(count: number): void {
  for (const overlay of openOverlays.slice(count).reverse()) overlay.close();
}

let syncTimer: ReturnType<typeof setTimeout> | undefined;

/** Waits for what else the same click does: another overlay may take an entry over, or a page. */
function syncSoon(): void {
  if (!isInstalled) return;
  clearTimeout(syncTimer);
  syncTimer = setTimeout(sync);
}

/** Makes as many entries as overlays are open, or goes back by those that are too many. */
function sync(): void {
  addEntries();
  const excess = entriesIn(window.history.state) - openOverlays.length;
  if (excess > 0 && !traversal) goBack(excess);
}

function addEntries(): void {
  if (!isInstalled || traversal) return;
  const entries = entriesIn(window.history.state);
  for (let overlays = entries + 1; overlays <= openOverlays.length; overlays++)
    // Not the instance's own method, which would tell the router.
    History.prototype.pushState.call(window.history, { ...window.history.state, overlays }, '');
}

type Traversal = { timer: ReturnType<typeof setTimeout>; waiting: (() => void)[] };

/** Going back takes the browser a moment, in which nothing else may change the history. */
let traversal: Traversal | null = null;

/** In milliseconds; a traversal that leads nowhere is not announced. */
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
