import { ApiError, getErrorMessage } from '../../lib/api.ts';

/** The button that asks for the code (spec §2). */
export function returnButtonText(count: number): string {
  return `Return ${withCount(count, 'Key')}`;
}

function withCount(count: number, word: string): string {
  return `${count} ${count === 1 ? word : `${word}s`}`;
}

/** 'N keys', as many as there are. */
export function keyCountText(count: number): string {
  return withCount(count, 'key');
}

const hourMs = 3_600_000;

/** How long a key has been out: 'less than 1 hour', 'N hours', 'N days' (spec §2). */
export function outForText(takenAt: string | null, now: number): string {
  const hours = Math.floor((now - Date.parse(takenAt ?? '')) / hourMs);
  if (Number.isNaN(hours)) return '';
  if (hours < 1) return 'less than 1 hour';
  return hours < 24 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day');
}

function counted(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit : `${unit}s`}`;
}

const unsaid = 'Failed to fetch taken keys';

/** Why the taken keys could not be read, in words (spec §8). */
export function loadErrorMessage(cause: unknown): string {
  if (!(cause instanceof ApiError)) return unsaid;
  // A server that does not know the call answers like this.
  if (cause.status === 404) return 'API function not available';
  return cause.code === 'UNKNOWN' && cause.status < 500 ? unsaid : getErrorMessage(cause, unsaid);
}
