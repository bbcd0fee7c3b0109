import { minuteMs } from '@keydesk/shared/durations';
import type { Notification } from '@keydesk/shared/notifications/notification';
import { ApiError, getErrorMessage } from '../../lib/api.ts';
import { largestUnitText } from '../../lib/duration.ts';

/** How long ago: 'just now', minutes, hours or days. */
export function formatTimeAgo(instant: string, now: number): string {
  const passed = now - Date.parse(instant);
  if (Number.isNaN(passed)) return 'Invalid Date';
  return passed < minuteMs ? 'just now' : `${largestUnitText(passed)} ago`;
}

/**
 * 'See More (n more)' for `rest` notifications beyond those shown, null if there are none. A plus
 * says that there are `older` ones that were not counted.
 */
export function seeMoreLabel(rest: number, older: boolean): string | null {
  return rest > 0 ? `See More (${rest}${older ? '+' : ''} more)` : null;
}

/** The message for notifications that could not be loaded. */
export function loadErrorMessage(cause: unknown): string {
  return cause instanceof ApiError && cause.status === 401
    ? 'Please login to view notifications'
    : getErrorMessage(cause);
}

/** Whether something was done in the reader's name. Older messages do not say their kind. */
export function isInOnesName({
  kind,
  loanId,
  dutyId,
}: Pick<Notification, 'kind' | 'loanId' | 'dutyId'>): boolean {
  return dutyId !== undefined || (loanId !== undefined && (kind === undefined || kind === 'lent'));
}
