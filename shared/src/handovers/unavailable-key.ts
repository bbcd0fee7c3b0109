import { detailsAs } from '../details.ts';
import { momentText } from '../moment-text.ts';

/**
 * The details of KEY_NOT_AVAILABLE: which key it is, who has it and since when. Holders of codes read
 * them too, so they hold no email (`private-address`).
 */
export type UnavailableKey = {
  key: { keyId: string; keyNumber: string; keyName: string };
  holder: { userId: string; name: string };
  /** ISO instant. */
  since: string;
};

/** The details of an error, if they are of this kind; otherwise null. */
export function asUnavailableKey(details: unknown): UnavailableKey | null {
  const { key, holder, since } = detailsAs<UnavailableKey>(details);
  return key?.keyNumber && holder?.name && since ? { key, holder, since } : null;
}

/** 'Key is not available: A-101 is with Ravi Kumar since 09:12', with the day unless it is today. */
export function unavailableText(
  { key, holder, since }: UnavailableKey,
  now: Date,
  timezone: string,
): string {
  return `Key is not available: ${key.keyNumber} is with ${holder.name} since ${momentText(new Date(since), now, timezone)}`;
}
