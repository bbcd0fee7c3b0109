import { storedTimezone } from './storage.ts';
import { createStore } from './store.ts';

/** The time zone of this device. */
export const deviceTimezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The time zone of the campus, in which every time is shown and typed. It is remembered, so that a page
 * never begins with the device's clock; only before the first visit it is this device's.
 */
export const campusTimezone = createStore(storedTimezone.read() ?? deviceTimezone);

/** To be called with what the server says. */
export function setCampusTimezone(timezone: string): void {
  storedTimezone.write(timezone);
  campusTimezone.set(timezone);
}
