import { detailsAs } from '../core/client-errors.ts';
import { momentText } from '../core/formats.ts';
import type { Key, StorageLocation } from '../keys/key.ts';
import { t } from '../texts/en/handovers.ts';
import type { CodeType } from './qr-payload.ts';
import { stateOfShown } from './shown-result.ts';

/** The details of KEY_NOT_AVAILABLE; holders read them, too: no email (`private-address`). */
export type UnavailableKey = {
  key: { keyId: string; keyNumber: string; keyName: string };
  holder: { userId: string; name: string };
  /** ISO instant. */
  since: string;
};

/** Null for other errors. */
export function asUnavailableKey(details: unknown): UnavailableKey | null {
  const { key, holder, since } = detailsAs<UnavailableKey>(details);
  return key?.keyNumber && holder?.name && since ? { key, holder, since } : null;
}

/** 'Key is not available: A-101 is with Ravi Kumar since 09:12', with the day if not today. */
export function unavailableText(
  { key, holder, since }: UnavailableKey,
  now: Date,
  timezone: string,
): string {
  const when = momentText(since, now, timezone);
  return t('not-available', { keyNumber: key.keyNumber, name: holder.name, when });
}

/** The details of QR_USED: when and whose, and its keys since. Times are ISO instants. */
export type UsedCode = {
  type: CodeType;
  keyIds: readonly string[];
  usedAt: string;
  person: { userId: string; name: string };
  keys: readonly UsedCodeKey[];
};

/** The key's current holder and since when; without a holder, when and where it was returned. */
export type UsedCodeKey = Pick<StorageLocation, 'deskId' | 'awayDeskId'> & {
  keyId: string;
  keyNumber: string;
  keyName: string;
  holder: { userId: string; name: string } | null;
  since: string | null;
  /** The key's version at that time. */
  version: number;
  /** What the code did with the key was undone. */
  undone?: true;
};

export function usedCodeKey(
  { type, usedAt, person }: Pick<UsedCode, 'type' | 'usedAt' | 'person'>,
  key: Key,
): UsedCodeKey {
  const { _id: keyId, keyNumber, keyName, takenBy, version, deskId, awayDeskId } = key;
  const state = stateOfShown(
    {
      keyId,
      keyNumber,
      handover: type === 'key-request' ? 'hand-out' : 'return',
      loanId: null,
      holder: { id: person.userId, name: person.name },
      at: usedAt,
    },
    key,
  );
  return {
    keyId,
    keyNumber,
    keyName,
    holder: takenBy && { userId: takenBy.userId, name: takenBy.name },
    since: takenBy ? key.takenAt : key.returnedAt,
    deskId,
    awayDeskId,
    version,
    ...(state === 'undone' && { undone: true }),
  };
}

/** Null for other errors. */
export function asUsedCode(details: unknown): UsedCode | null {
  const { usedAt, person, keys } = detailsAs<UsedCode>(details);
  return usedAt && person && keys ? (details as UsedCode) : null;
}
