import { useEffect, useState } from 'react';
import { serverNow } from './clock.ts';

/** The server's time in milliseconds, drawn anew every `interval`. */
export const useNow = (interval = 30_000): number => {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
};
