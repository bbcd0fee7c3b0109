import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** Whether the media query matches, kept up to date. */
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

/** As wide as 1024 px, more with large text: the sidebar fits beside the page. */
export function useWideScreen(): boolean {
  return useMediaQuery('(min-width: 64rem)');
}

/** Whether the page is being printed. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes the page as it is when the listeners return.
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

/** `value` once it has not changed for `wait` milliseconds, so that typing sends one request. */
export function useDebouncedValue<T>(value: T, wait = 250): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return debounced;
}

/** A key pressed so soon after something appeared was meant for what it replaced. */
const unreadMs = 400;

/** Whether a press of a button is by somebody who can have read what is `shown`; null shows nothing. */
export function useMinimumDisplay(shown: unknown): (press: MouseEvent) => boolean {
  const shownAt = useRef(0);
  useEffect(() => {
    if (shown !== null) shownAt.current = performance.now();
  }, [shown]);
  // Only a pointer counts its presses.
  return ({ detail }) => detail > 0 || performance.now() - shownAt.current >= unreadMs;
}

/** Whether it is open or has been open: what was opened stays mounted for its closing animation. */
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
 * A mutation that a second press does not send again: neither while the first is under way, which
 * the page shows a moment later, nor after it succeeded. After a failure it may be sent again.
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
