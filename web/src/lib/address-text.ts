import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

type Search = Record<string, unknown>;

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
