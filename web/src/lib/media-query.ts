import { useSyncExternalStore } from 'react';

/** Whether the media query holds, kept up to date. */
export const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );

/** At least 1024 px: the sidebar has room beside the page (spec §9). */
export const useWideScreen = (): boolean => useMediaQuery('(min-width: 1024px)');
