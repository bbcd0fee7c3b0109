import { detailsAs } from '../core/client-errors.ts';
import { type AppError, appError } from '../core/errors.ts';
import { noteSchema } from '../core/fields.ts';
import type { RuleVerdict } from '../core/rule-verdict.ts';
import { says } from '../core/schema-texts.ts';
import { nullAsUndefined } from '../http/input.ts';
import type { StorageLocation } from '../keys/key.ts';
import { type KeyLevel, keyLevels } from '../keys/key-levels.ts';
import { isVisitorRefusal } from '../people/visitor.ts';

/** The details of a refusal by access rules. */
export type RefusedAccess = {
  verdict: RuleVerdict;
  key: { keyId: string; keyNumber: string; keyName: string };
  holder: { userId: string; name: string };
  /** The desk may hand the key over with a reason (`override`). */
  mayOverride?: true;
  /** The key's place, for the desk that overrides. */
  spot?: StorageLocation;
  /** The message in the second person, if `message` names the holder. */
  messageToHolder?: string;
  /** ISO instant until which the code stays valid for that. */
  codeExpiresAt?: string;
};

export type WantedKey = { id: string; keyNumber: string; keyName: string; level: KeyLevel };
export type Receiver = { id: string; name: string };

/** The error's message is the verdict's first reason. */
export function accessRefusal(verdict: RuleVerdict, key: WantedKey, holder: Receiver): AppError {
  const text = firstReason(verdict);
  const error =
    verdict.outcome === 'refused'
      ? appError('ACCESS_REFUSED', { reason: text })
      : appError('APPROVAL_NEEDED', { reason: text });
  return error.withDetails(refusedAccess(verdict, key, holder));
}

function firstReason({ reasons }: RuleVerdict): string {
  return reasons[0]?.text ?? '';
}

export function refusedAccess(
  verdict: RuleVerdict,
  { id, keyNumber, keyName }: WantedKey,
  holder: Receiver,
): RefusedAccess {
  return {
    verdict,
    key: { keyId: id, keyNumber, keyName },
    holder: { userId: holder.id, name: holder.name },
  };
}

/**
 * Why the desk may not override the verdict (`override`), or null: never for a high-security key,
 * against the limits of visitors, or for themselves.
 */
export function overrideRefusal(
  verdict: RuleVerdict,
  key: WantedKey,
  { holder, desk }: { holder: Receiver; desk: { id: string } },
): AppError | null {
  const details = refusedAccess(verdict, key, holder);
  if (!keyLevels[key.level].isOverridable || verdict.reasons.some(isVisitorRefusal))
    return appError('NO_OVERRIDE', { reason: firstReason(verdict) }).withDetails(details);
  return holder.id === desk.id ? appError('OWN_OVERRIDE').withDetails(details) : null;
}

/** Null for other errors. */
export function asRefusedAccess(details: unknown): RefusedAccess | null {
  const { verdict, key, holder } = detailsAs<RefusedAccess>(details);
  const isRefused =
    verdict !== undefined &&
    verdict.outcome !== 'allowed' &&
    verdict.obligations.length === 0 &&
    key?.keyNumber !== undefined &&
    holder?.userId !== undefined;
  return isRefused ? (details as RefusedAccess) : null;
}

/** Whether the text is a sufficient reason for an `override`. */
export function isOverrideReason(text: string): boolean {
  return (text.match(/\p{L}/gu)?.length ?? 0) >= 5;
}

/** Why the desk overrides access rules. */
export const overrideReasonSchema = nullAsUndefined(
  noteSchema('reason', 200).refine(isOverrideReason, says('override-reason')).optional(),
);
