import { useEffect, useState } from 'react';
import { serverNow } from '../../lib/clock.ts';

/** How often the countdown is drawn anew (spec §9). */
const tick = 500;

const leftUntil = (instant: string | undefined): number =>
  instant === undefined ? 0 : Math.max(0, Date.parse(instant) - serverNow());

/** Milliseconds until `instant` by the server's clock, never below zero. */
export const useTimeLeft = (instant: string | undefined): number => {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (instant === undefined) return;
    const timer = setInterval(() => {
      redraw((drawn) => drawn + 1);
      if (leftUntil(instant) === 0) clearInterval(timer);
    }, tick);
    return () => clearInterval(timer);
  }, [instant]);
  return leftUntil(instant);
};
