import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `onClose` `staysMs` after `shown` changed to something, unless a moving pointer or the Tab
 * key says that somebody is there reading; the pointer's leaving starts the time anew.
 */
export const useAutoClose = (shown: unknown, staysMs: number, onClose: () => void) => {
  const [holder, setHolder] = useState<'pointer' | 'keyboard' | null>(null);
  const [seen, setSeen] = useState(shown);
  if (shown !== seen) {
    setSeen(shown);
    setHolder(null);
  }
  const close = useEffectEvent(onClose);
  const held = holder !== null;
  useEffect(() => {
    if (shown === null || held) return;
    const timer = setTimeout(() => close(), staysMs);
    return () => clearTimeout(timer);
  }, [shown, held, staysMs]);
  return {
    held,
    popup: {
      // A pointer at rest under a dialog that appears does not count as interest.
      onPointerMove: ({ movementX, movementY }: PointerEvent) => {
        if (movementX !== 0 || movementY !== 0) setHolder((before) => before ?? 'pointer');
      },
      onPointerLeave: () => setHolder((before) => (before === 'pointer' ? null : before)),
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Tab') setHolder('keyboard');
      },
    },
  };
};
