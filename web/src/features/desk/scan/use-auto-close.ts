import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useState } from 'react';

/** How long a result stays when nobody asks it to. */
export const resultStaysMs = 4_000;

/**
 * Calls `onClose` some time after `shown` changed to something, unless a moving pointer or the Tab
 * key says that somebody is there reading; the pointer's leaving starts the time anew.
 */
export const useAutoClose = (shown: unknown, onClose: () => void) => {
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
    const timer = setTimeout(() => close(), resultStaysMs);
    return () => clearTimeout(timer);
  }, [shown, held]);
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
