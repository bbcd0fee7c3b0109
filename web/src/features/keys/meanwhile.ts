import type { KeyEvent } from '@keydesk/shared/events';
import { onKeyEvent } from '../../lib/socket.ts';

/**
 * Reads something and applies the events that arrived while it was read: the answer may have been
 * composed before the changes that they tell of.
 */
export const withEventsMeanwhile = async <T>(
  read: () => Promise<T>,
  apply: (answer: T, event: KeyEvent) => T,
): Promise<T> => {
  const arrived: KeyEvent[] = [];
  const stop = onKeyEvent((event) => arrived.push(event));
  try {
    const answer: T = await read();
    return arrived.reduce<T>((held, event) => apply(held, event), answer);
  } finally {
    stop();
  }
};
