import { useSyncExternalStore } from 'react';
import { serverNow } from './clock.ts';

const minuteMs = 60_000;

const watch = (passed: () => void) => {
  const timer = setInterval(passed, minuteMs / 4);
  return () => clearInterval(timer);
};

/** The minute by the server's clock; who uses it is drawn anew with each. */
export const useServerMinute = (): number =>
  useSyncExternalStore(watch, () => Math.floor(serverNow() / minuteMs));
