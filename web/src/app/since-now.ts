import { shortDateTimeText } from '../features/keys/key-text.ts';
import { serverNow } from '../lib/clock.ts';

/** Since when, relative to the server's time. */
export function sinceNow(instant: string): string {
  return shortDateTimeText(new Date(instant), serverNow());
}
