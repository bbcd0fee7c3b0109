import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { StorageItem } from './storage.ts';

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

/** Whether something is on, as this browser remembers it, and its setter. */
export function useStoredFlag(stored: StorageItem): [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(() => ['yes', 'true'].includes(stored.read() ?? ''));
  const set = (next: boolean) => {
    stored.write(next ? 'yes' : 'no');
    setOn(next);
  };
  return [on, set];
}

/** At 1024 px, or more with large text, the sidebar fits beside the page. */
export function useWideScreen(): boolean {
  return useMediaQuery('(min-width: 64rem)');
}

export function usePageVisible(): boolean {
  return useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible');
}

function onVisibilityChange(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser captures the page when the listeners return.
    const update = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'));
    window.addEventListener('beforeprint', update);
    window.addEventListener('afterprint', update);
    return () => {
      window.removeEventListener('beforeprint', update);
      window.removeEventListener('afterprint', update);
    };
  }, []);
  return printing;
}

/** `value` once it has not changed for `wait` milliseconds. */
export function useDebouncedValue<T>(value: T, wait = 250): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return debounced;
}

/** A key press so soon after something appeared was meant for what it replaced, in milliseconds. */
const unreadMs = 400;

/** Whether a press is deliberate: the user has had time to read what is `shown`. */
export function useMinimumDisplay(shown: unknown): (press: MouseEvent) => boolean {
  const shownAt = useRef(0);
  useEffect(() => {
    if (shown !== null) shownAt.current = performance.now();
  }, [shown]);
  // `detail` counts the presses of pointers only.
  return ({ detail }) => detail > 0 || performance.now() - shownAt.current >= unreadMs;
}

/** Whether it is or was open: it stays mounted for its closing animation. */
export function useHasOpened(open: boolean): boolean {
  const [hasOpened, setHasOpened] = useState(open);
  if (open && !hasOpened) setHasOpened(true);
  return open || hasOpened;
}

/** The last value that was not null, so that a dialog keeps its content while it closes. */
export function useLastNonNull<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}

/**
 * A mutation that ignores a second call: while the first is pending, which the page shows a moment
 * later, and after it has succeeded. After a failure it can be repeated.
 */
export function useSendOnce<Data, Input>(options: UseMutationOptions<Data, Error, Input>) {
  const sent = useRef(false);
  const { mutate, ...rest } = useMutation({
    ...options,
    onError: (...failure) => {
      sent.current = false;
      return options.onError?.(...failure);
    },
  });
  const send = (input: Input) => {
    if (sent.current) return;
    sent.current = true;
    mutate(input);
  };
  return { ...rest, mutate: send };
}
