import { lazyRouteComponent } from '@tanstack/react-router';
import { lazyComponent } from '../ui/lazy-component.tsx';

/** The code of a page has not come. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * A page whose code is loaded when an address leads to it. Lost, it is a failure within the frame:
 * left to itself the library would load the document anew, which a lost network loses too.
 */
export function lazyPage<M extends object, N extends keyof M>(read: () => Promise<M>, name: N) {
  return lazyRouteComponent(
    () =>
      read().catch((cause: unknown) => {
        throw new ChunkLoadError('The page could not be loaded', { cause });
      }),
    name,
  );
}

/** Tabs whose code comes when they are opened, beside the page that draws them. */
export const DeskAvailableTab = lazyComponent(() =>
  import('./routes/desk-available-tab.tsx').then((module) => module.DeskAvailableTab),
);
export const DeskUnavailableTab = lazyComponent(() =>
  import('./routes/desk-unavailable-tab.tsx').then((module) => module.DeskUnavailableTab),
);
export const FacultyKeylistTab = lazyComponent(() =>
  import('./routes/faculty-keylist-tab.tsx').then((module) => module.FacultyKeylistTab),
);

/** Loads a tab; one that is lost says so itself where it is drawn, and leaves the page around it. */
export function preloadTab(tab: { load: () => Promise<unknown> }): Promise<unknown> {
  return tab.load().catch(() => undefined);
}

const reloadedAtKey = 'reloaded-for-lost-files';
/** A second failure within this time is no matter of versions. */
const minReloadIntervalMs = 60_000;

/**
 * A page left open over a new version may ask for files that are gone. Reloading shows the new
 * version; a page that has just done so is left alone. A file that failed to come for another
 * reason is no cause to lose what has been typed.
 */
export function reloadOnStaleChunks(): void {
  const recover = async () => {
    const last = Number(sessionStorage.getItem(reloadedAtKey));
    if (!navigator.onLine || Date.now() - last < minReloadIntervalMs) return;
    if (!(await isNewVersionDeployed())) return;
    sessionStorage.setItem(reloadedAtKey, String(Date.now()));
    window.location.reload();
  };
  // A server that does not answer has no new version to show.
  window.addEventListener('vite:preloadError', () => void recover().catch(() => undefined));
}

/** Whether the server's page begins with another script than this one did. */
async function isNewVersionDeployed(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const answer = await fetch('/', { cache: 'no-store' });
  return answer.ok && !!script && !(await answer.text()).includes(script);
}
