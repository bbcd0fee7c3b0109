import { detailsAs } from '../details.ts';
import { type AppError, appError } from '../errors.ts';
import type { KeySpot } from '../keys/key.ts';
import { parseKeyTag } from '../keys/key-tag.ts';
import type { DeskSettings } from '../settings/security-settings.ts';
import type { Verdict } from './decide.ts';
import type { RuleVerdict } from './rule-verdict.ts';

type TagCheckSetting = DeskSettings['tagCheck'];

/** Whether the desk must scan this key's tag before it hands the key out. */
export function needsTag(setting: TagCheckSetting, { tagCheck }: { tagCheck: boolean }): boolean {
  return setting === 'all' || (setting === 'keys' && tagCheck);
}

/** The tag that the desk scanned: its text, and the key that it belongs to, if any. */
export type ScannedTag = { text: string; key: { id: string; keyNumber: string } | null };

type WantedKey = { id: string; keyNumber: string; keyName: string; tagCheck: boolean };
type Receiver = { id: string; name: string };

/**
 * May this key leave with this tag (`right-key`)? Without one it may not if the settings ask for it
 * (TAG_NEEDED). A tag that was scanned must be the key's own, whatever the settings:
 * TAG_OF_ANOTHER_KEY or TAG_DIFFERS. The error's details are a `NeededTag`.
 */
export function decideTagOut(
  key: WantedKey,
  holder: Receiver,
  setting: TagCheckSetting,
  scanned: ScannedTag | null,
): Verdict {
  if (!scanned)
    return needsTag(setting, key)
      ? refused('allowed', appError('TAG_NEEDED', key.keyNumber), key, holder)
      : allowed;
  return decideTag(key, holder, scanned, `${holder.name} asked for ${key.keyNumber}`);
}

/** May this key come back with this tag? None is needed; one that was scanned must be its own. */
export function decideTagIn(key: WantedKey, holder: Receiver, scanned: ScannedTag): Verdict {
  return decideTag(key, holder, scanned, `${holder.name} has ${key.keyNumber}`);
}

function decideTag(key: WantedKey, holder: Receiver, scanned: ScannedTag, asked: string): Verdict {
  if (parseKeyTag(scanned.text) === key.id) return allowed;
  const error = scanned.key
    ? appError('TAG_OF_ANOTHER_KEY', scanned.key.keyNumber, asked)
    : appError('TAG_DIFFERS', key.keyNumber);
  return refused('refused', error, key, holder);
}

/** Why a key does not change hands without its tag, for the desk that has to scan it. */
export type NeededTag = {
  verdict: RuleVerdict;
  key: { keyId: string; keyNumber: string; keyName: string };
  holder: { userId: string; name: string };
  /** Where the key hangs, which the desk has to fetch. */
  spot?: KeySpot;
  /** ISO instant until which the code stays good for the tag. */
  codeExpiresAt?: string;
};

/** Whether an error with this code is resolved by scanning the tag of the key. */
export function asksForTag(code: string): boolean {
  return ['TAG_NEEDED', 'TAG_OF_ANOTHER_KEY', 'TAG_DIFFERS'].includes(code);
}

/** The details of an error, if they ask for a tag; otherwise null. */
export function asNeededTag(details: unknown): NeededTag | null {
  const { verdict, key, holder } = detailsAs<NeededTag>(details);
  const needed = verdict?.obligations?.includes('tag') && key?.keyNumber && holder?.name;
  return needed ? (details as NeededTag) : null;
}

const allowed: Verdict = { allowed: true };

function refused(
  outcome: RuleVerdict['outcome'],
  error: AppError,
  { id, keyNumber, keyName }: WantedKey,
  holder: Receiver,
): Verdict {
  const details: NeededTag = {
    verdict: {
      outcome,
      reasons: [{ code: error.code, text: error.message }],
      obligations: ['tag'],
      next: null,
    },
    key: { keyId: id, keyNumber, keyName },
    holder: { userId: holder.id, name: holder.name },
  };
  return { allowed: false, error: error.withDetails(details) };
}
