import { useEffect, useState, useSyncExternalStore } from 'react';

/** Whether the media query holds, kept up to date. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** At least 1024 px: the sidebar has room beside the page (spec §9). */
export function useWideScreen(): boolean {
  return useMediaQuery('(min-width: 1024px)');
}

/** `value` once it has stood still for `wait` milliseconds: typing asks the server once. */
export function useDebouncedValue<T>(value: T, wait = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}

/** Whether it is open or has been: what was opened once stays, so that it closes with its movement. */
export function useHasOpened(open: boolean): boolean {
  const [once, setOnce] = useState(open);
  if (open && !once) setOnce(true);
  return open || once;
}
