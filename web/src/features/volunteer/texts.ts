import { hourMs } from '@keydesk/shared/durations';
import { plural } from '@keydesk/shared/plural';
import { ApiError, isNetworkError, serverMessage } from '../../lib/api.ts';
import { largestUnitText } from '../../lib/duration.ts';

/** The button that requests the code; below it the other texts of the volunteer page. */
export function returnButtonText(count: number): string {
  return `Return ${plural(count, 'Key')}`;
}

/** How long a key has been out: 'less than 1 hour', 'N hours' or 'N days'. */
export function outForText(takenAt: string | null, now: number): string {
  const passed = now - Date.parse(takenAt ?? '');
  if (Number.isNaN(passed)) return '';
  return passed < hourMs ? 'less than 1 hour' : largestUnitText(passed);
}

/** The message for taken keys that could not be loaded. */
export function loadErrorMessage(cause: unknown): string {
  if (cause instanceof ApiError) {
    if (isNetworkError(cause)) return cause.message;
    // The answer of a server without this route.
    if (cause.status === 404) return 'API function not available';
  }
  return serverMessage(cause, 'Failed to fetch taken keys');
}
