import type { AppError } from '@keydesk/shared/errors';
import type { UnavailableKey } from '@keydesk/shared/handovers/unavailable-key';
import type { KeyRow } from '../keys/index.ts';

/** The error of a refused hand-out; of a key that is out it names the key, its holder and since when. */
export function refusedHandOut(error: AppError, row: KeyRow | undefined): AppError {
  const details = error.code === 'KEY_NOT_AVAILABLE' && row ? unavailableKey(row) : null;
  return details ? error.withDetails(details) : error;
}

function unavailableKey(row: KeyRow): UnavailableKey | null {
  const { id, keyNumber, keyName, holderId, holderName, takenAt } = row;
  if (!holderId || !takenAt) return null;
  return {
    key: { keyId: id, keyNumber, keyName },
    holder: { userId: holderId, name: holderName ?? '' },
    since: takenAt.toISOString(),
  };
}
