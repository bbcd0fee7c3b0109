import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

type Search = Record<string, unknown>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search parameter for which this history entry was added. */
    opened?: string | undefined;
  }
}

/**
 * An overlay that the address names (`?name=…`), so that a reload and a link restore it. Opening
 * adds a history entry, which Back and `close` remove. `value` is undefined while it is closed.
 * `openedHere` distinguishes `open` on this page from a reload or a link, and is true before the
 * address changes.
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
    // A link may replace the value.
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
    // Without this, a second press during closing would leave the page.
    if (!isOpen.current) return;
    isOpen.current = false;
    if (router.history.location.state.opened === name) router.history.back();
    // The address did not change.
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

/** In milliseconds; browsers limit how often the address may change. */
const writeDelay = 300;

/** A text input kept in the address (`?name=…`), so that reload and Back restore it. */
export function useAddressText(name: string): [text: string, change: (text: string) => void] {
  const stored = toText(
    useSearch({ strict: false, select: (search: Search) => search[name] as unknown }),
  );
  const navigate = useNavigate();
  return useDelayedText(
    stored,
    (text) =>
      void navigate({
        to: '.',
        search: ({ [name]: _, ...rest }: Search) => (text ? { ...rest, [name]: text } : rest),
        state: true,
        replace: true,
        resetScroll: false,
      }),
  );
}

/**
 * A text input whose text the address stores: shown at once, and stored after a pause in typing, or
 * with the next press.
 */
export function useDelayedText(
  stored: string,
  store: (text: string) => void,
): [text: string, change: (text: string) => void] {
  const [text, setText] = useState(stored);
  const [seen, setSeen] = useState(stored);
  const [written, setWritten] = useState(stored);
  if (stored !== seen) {
    setSeen(stored);
    // Another address, by Back or a link, replaces the typed text.
    if (stored !== written) {
      setWritten(stored);
      setText(stored);
    }
  }
  const write = useEffectEvent(() => {
    if (text === written) return;
    setWritten(text);
    store(text);
  });
  useEffect(() => {
    if (text === stored) return;
    const flush = () => write();
    const timer = setTimeout(flush, writeDelay);
    // What the press opens gets its own history entry.
    window.addEventListener('pointerdown', flush, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointerdown', flush, { capture: true });
    };
  }, [text, stored]);
  return [text, setText];
}

/** The router parses digits in an address as a number. */
export function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
