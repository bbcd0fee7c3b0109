import { t } from '@keydesk/shared/texts/en/shell';
import { lazyRouteComponent } from '@tanstack/react-router';
import { lazyComponent } from '../ui/lazy-component.tsx';

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * A page whose code loads on its first visit. A failure shows within the frame; the router alone
 * would reload the document, which fails offline, too.
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

/** The code of these tabs loads when they open. */
export const DeskAvailableTab = lazyComponent(
  () => import('../features/loans/desk/available-tab.tsx'),
  'DeskAvailableTab',
);
export const DeskUnavailableTab = lazyComponent(
  () => import('../features/loans/desk/unavailable-tab.tsx'),
  'DeskUnavailableTab',
);
export const FacultyKeylistTab = lazyComponent(
  () => import('./routes/faculty-keylist-tab.tsx'),
  'FacultyKeylistTab',
);

/** Ignores a failure: the tab reports it when it renders, and the page stays. */
export function preloadTab(tab: { load: () => Promise<unknown> }): Promise<unknown> {
  return tab.load().catch(() => undefined);
}

const reloadedAtKey = 'reloaded-for-lost-files';
/** A second failure within this time is not caused by a new version. */
const minReloadIntervalMs = 60_000;

/**
 * Reloads the page if a new version has replaced its files, or if the browser refuses to fetch a
 * file again, but never twice in a row. After any other failure the page stays, with its unsaved
 * input.
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
  // An unreachable server has no new version.
  window.addEventListener(
    'vite:preloadError',
    ({ payload }) => void recover(payload).catch(() => undefined),
  );
}

/**
 * Whether the server has this script. Many browsers cache a failed import while the page is open,
 * and importing it again never succeeds.
 */
async function canBeFetched(address: string): Promise<boolean> {
  return address !== '' && (await fetch(address, { method: 'HEAD', cache: 'no-store' })).ok;
}

async function isNewVersionDeployed(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const answer = await fetch('/', { cache: 'no-store' });
  return answer.ok && !!script && !(await answer.text()).includes(script);
}
