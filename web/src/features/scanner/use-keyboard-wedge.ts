import { useEffect, useEffectEvent } from 'react';
import { listenForScans } from './keyboard-wedge.ts';

/** Calls `onCode` with what a USB scanner types, for as long as `enabled` holds. */
export function useKeyboardWedge(onCode: (text: string) => void, enabled = true): void {
  const deliver = useEffectEvent(onCode);
  useEffect(() => {
    if (!enabled) return;
    return listenForScans(document, deliver);
  }, [enabled]);
}
