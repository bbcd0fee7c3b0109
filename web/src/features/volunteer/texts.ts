import { ApiError, isNetworkError, serverMessage } from '../../lib/api.ts';

/** The button that requests the code; below it the other texts of the volunteer page. */
export function returnButtonText(count: number): string {
  return `Return ${withCount(count, 'Key')}`;
}

function withCount(count: number, word: string): string {
  return `${count} ${count === 1 ? word : `${word}s`}`;
}

/** '1 key' or 'N keys'. */
export function keyCountText(count: number): string {
  return withCount(count, 'key');
}

const hourMs = 3_600_000;

/** How long a key has been out: 'less than 1 hour', 'N hours' or 'N days'. */
export function outForText(takenAt: string | null, now: number): string {
  const hours = Math.floor((now - Date.parse(takenAt ?? '')) / hourMs);
  if (Number.isNaN(hours)) return '';
  if (hours < 1) return 'less than 1 hour';
  return hours < 24 ? withCount(hours, 'hour') : withCount(Math.floor(hours / 24), 'day');
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
