import { detailsAs } from '../details.ts';
import type { KeySpot } from '../keys/key.ts';
import type { CodeType } from './qr-payload.ts';

/**
 * The details of QR_USED: when the code was used, whose it was, and where its keys have been since.
 * Times are ISO instants.
 */
export type UsedCode = {
  type: CodeType;
  keyIds: readonly string[];
  usedAt: string;
  person: { userId: string; name: string };
  keys: readonly UsedCodeKey[];
};

/** Who has a key of a used code and since when; without a holder, since when it is back, and where. */
export type UsedCodeKey = Pick<KeySpot, 'deskId' | 'awayDeskId'> & {
  keyId: string;
  keyNumber: string;
  keyName: string;
  holder: { userId: string; name: string } | null;
  since: string | null;
};

/** The details of an error, if they are of this kind; otherwise null. */
export function asUsedCode(details: unknown): UsedCode | null {
  const { usedAt, person, keys } = detailsAs<UsedCode>(details);
  return usedAt && person && keys ? (details as UsedCode) : null;
}
