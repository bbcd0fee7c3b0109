import { ApiError, getErrorMessage } from '../../lib/api.ts';

export type NotificationKind = 'reminder' | 'unreturned' | 'returned' | 'alert' | 'general';

/** Words that a title may hold. 'unreturned' holds 'returned', so it is looked for first. */
const kindKeywords = ['reminder', 'unreturned', 'returned', 'alert'] as const;

/** What a notification is about, told by its title (spec §2, Notification drawer). */
export function notificationKind(title: string): NotificationKind {
  const said = title.toLowerCase();
  return kindKeywords.find((word) => said.includes(word)) ?? 'general';
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago: minutes, hours or days (spec §2, Notification drawer). */
export function formatTimeAgo(instant: string, now: number): string {
  const passed = now - Date.parse(instant);
  if (Number.isNaN(passed)) return 'Invalid Date';
  if (passed < minute) return 'just now';
  if (passed < hour) return unitsAgo(Math.floor(passed / minute), 'minute');
  if (passed < day) return unitsAgo(Math.floor(passed / hour), 'hour');
  return unitsAgo(Math.floor(passed / day), 'day');
}

function unitsAgo(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit : `${unit}s`} ago`;
}

/**
 * 'See More (n more)' for `rest` notifications beyond those shown, null when there are none. A plus
 * says that there are `older` ones which have not been counted.
 */
export function seeMoreLabel(rest: number, older: boolean): string | null {
  return rest > 0 ? `See More (${rest}${older ? '+' : ''} more)` : null;
}

/** Why there are no notifications, in words (spec §8). */
export function loadErrorMessage(cause: unknown): string {
  return cause instanceof ApiError && cause.status === 401
    ? 'Please login to view notifications'
    : getErrorMessage(cause);
}
