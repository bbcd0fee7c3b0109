import type { Key } from '@keydesk/shared/keys/key';
import type { HandoverResult, KeyHandover } from '../../lib/handover-result.ts';

export const maxRecentHandovers = 5;

/**
 * The last handovers, newest first: those of this desk, which it remembers in full, and for every
 * other key its last one, as the list of keys tells it.
 */
export function lastHandovers(
  own: readonly HandoverResult[],
  keys: readonly Key[],
): HandoverResult[] {
  const known = new Set(own.flatMap((outcome) => keyIdsOf(outcome).map(identityAt(outcome.at))));
  const others = keys
    .flatMap((key) => lastHandoverOf(key) ?? [])
    .filter(({ keyId, at }) => !known.has(identityAt(at)(keyId)));
  return [...own, ...others]
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, maxRecentHandovers);
}

function keyIdsOf(outcome: HandoverResult): readonly string[] {
  return outcome.kind === 'batch-returned' ? outcome.keyIds : [outcome.keyId];
}

function identityAt(at: string) {
  return (keyId: string) => `${at} ${keyId}`;
}

/** The handover that made the key's state; who brought it back is not part of the list. */
function lastHandoverOf({ _id: keyId, keyNumber, keyName, takenBy, takenAt, returnedAt }: Key) {
  if (takenAt) {
    const personName = takenBy?.name ?? '';
    return {
      kind: 'handed-over',
      keyId,
      keyNumber,
      keyName,
      personName,
      at: takenAt,
    } satisfies KeyHandover;
  }
  return returnedAt
    ? ({
        kind: 'returned',
        keyId,
        keyNumber,
        keyName,
        personName: '',
        at: returnedAt,
      } satisfies KeyHandover)
    : null;
}
