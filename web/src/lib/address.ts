import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

type Search = Record<string, unknown>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search parameter that this entry was made to add. */
    opened?: string | undefined;
  }
}

/**
 * Something opened over a page that the address names (`?name=…`), so that a reload and a link
 * bring it back. Opening it adds an entry to the history, which Back and `close` take away. `value`
 * is undefined while it is closed. `openedHere` tells `open` on this page from a reload or a link,
 * and is true at once, before the address follows.
 */
export function useOpenInAddress(name: string) {
  // Selected, so that other search parameters do not re-render the page.
  const value = useSearch({ strict: false, select: (search: Search) => search[name] });
  const navigate = useNavigate();
  const router = useRouter();
  const [openedValue, setOpenedValue] = useState<string | null>(null);
  const [valueBefore, setValueBefore] = useState(value);
  if (value !== valueBefore) {
    setValueBefore(value);
    // A link may replace what was opened.
    if (value !== openedValue) setOpenedValue(null);
  }
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = value !== undefined;
  }, [value]);
  const open = useCallback(
    (next: string) => {
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, [name]: next }),
        state: isOpen.current ? true : { opened: name },
        replace: isOpen.current,
        resetScroll: false,
      });
      isOpen.current = true;
      setOpenedValue(next);
    },
    [name, navigate],
  );
  const close = useCallback(() => {
    // Without this a second press, while the first one closes it, would leave the page.
    if (!isOpen.current) return;
    isOpen.current = false;
    if (router.history.location.state.opened === name) router.history.back();
    // The address did not follow.
    else if (!(name in router.state.location.search)) setOpenedValue(null);
    else
      void navigate({
        to: '.',
        search: ({ [name]: _, ...rest }: Search) => rest,
        replace: true,
        resetScroll: false,
      });
  }, [name, navigate, router]);
  return { value, openedHere: openedValue !== null, open, close };
}

/** In milliseconds; browsers refuse to change the address for every letter. */
const writeDelay = 300;

/**
 * A text that is typed on a page and kept in its address (`?name=…`), so that reload and Back bring
 * it back. The address follows once nothing has been typed for a moment, or with the next press.
 */
export function useAddressText(name: string): [text: string, change: (text: string) => void] {
  const stored = toText(
    useSearch({ strict: false, select: (search: Search) => search[name] as unknown }),
  );
  const [text, setText] = useState(stored);
  const [seen, setSeen] = useState(stored);
  const [written, setWritten] = useState(stored);
  const navigate = useNavigate();
  if (stored !== seen) {
    setSeen(stored);
    // Another address, by Back or by a link, brings its own text; what was typed here is void.
    if (stored !== written) {
      setWritten(stored);
      setText(stored);
    }
  }
  const write = useEffectEvent(() => {
    if (text === stored) return;
    setWritten(text);
    void navigate({
      to: '.',
      search: ({ [name]: _, ...rest }: Search) => (text ? { ...rest, [name]: text } : rest),
      state: true,
      replace: true,
      resetScroll: false,
    });
  });
  useEffect(() => {
    if (text === stored) return;
    const flush = () => write();
    const timer = setTimeout(flush, writeDelay);
    // What the press opens has an entry of its own.
    window.addEventListener('pointerdown', flush, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointerdown', flush, { capture: true });
    };
  }, [text, stored]);
  return [text, setText];
}

/** The router reads digits in an address as a number. */
function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
