import { t } from '@keydesk/shared/texts/en/shell';
import { lazyRouteComponent } from '@tanstack/react-router';
import { lazyComponent } from '../ui/lazy-component.tsx';

/** The code of a page could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * A page whose code is loaded when it is visited. If that fails, an error shows within the frame;
 * the router would reload the document instead, which also fails without a network.
 */
export function lazyPage<M extends object, N extends keyof M>(
  importPage: () => Promise<M>,
  name: N,
) {
  return lazyRouteComponent(
    () =>
      importPage().catch((cause: unknown) => {
        throw new ChunkLoadError(t('page-not-loaded'), { cause });
      }),
    name,
  );
}

/** Tabs whose code is loaded when they are opened. */
export const DeskAvailableTab = lazyComponent(
  () => import('../features/loans/desk/available-tab.tsx'),
  'DeskAvailableTab',
);
export const DeskUnavailableTab = lazyComponent(
  () => import('../features/loans/desk/unavailable-tab.tsx'),
  'DeskUnavailableTab',
);
export const DeskOverdueTab = lazyComponent(
  () => import('../features/loans/desk/overdue-tab.tsx'),
  'DeskOverdueTab',
);
export const FacultyKeylistTab = lazyComponent(
  () => import('./routes/faculty-keylist-tab.tsx'),
  'FacultyKeylistTab',
);

/** Loads a tab. Ignores a failure: the tab reports it where it is drawn, and the page stays. */
export function preloadTab(tab: { load: () => Promise<unknown> }): Promise<unknown> {
  return tab.load().catch(() => undefined);
}

const reloadedAtKey = 'reloaded-for-lost-files';
/** If loading fails again within this time, a new version is not the reason. */
const minReloadIntervalMs = 60_000;

/**
 * Reloads the page when it asks for files that a new version has replaced, or for one that its
 * browser will not fetch again, but not twice in a row. If a file fails to load for another reason,
 * the page stays, and with it what has been typed.
 */
export function reloadOnStaleChunks(): void {
  const failed = new Set<string>();
  const recover = async (error: Error) => {
    const [address = ''] = /https?:\S+/.exec(error.message) ?? [];
    const failedBefore = failed.has(address);
    failed.add(address);
    const last = Number(sessionStorage.getItem(reloadedAtKey));
    if (!navigator.onLine || Date.now() - last < minReloadIntervalMs) return;
    const isKept = failedBefore && (await canBeFetched(address));
    if (!isKept && !(await isNewVersionDeployed())) return;
    sessionStorage.setItem(reloadedAtKey, String(Date.now()));
    window.location.reload();
  };
  // A server that does not answer has no new version.
  window.addEventListener(
    'vite:preloadError',
    ({ payload }) => void recover(payload).catch(() => undefined),
  );
}

/**
 * Whether the server has this script. Many browsers keep the failure of a script for as long as the
 * page is open, and then importing it again never succeeds.
 */
async function canBeFetched(address: string): Promise<boolean> {
  return address !== '' && (await fetch(address, { method: 'HEAD', cache: 'no-store' })).ok;
}

/** Whether the server's page now starts with another script than this page did. */
async function isNewVersionDeployed(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const answer = await fetch('/', { cache: 'no-store' });
  return answer.ok && !!script && !(await answer.text()).includes(script);
}
