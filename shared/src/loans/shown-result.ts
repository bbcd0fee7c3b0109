import { recallText } from '../access/refusal-cause.ts';
import { isGone } from '../keys/incident-kinds.ts';
import type { Key } from '../keys/key.ts';
import { t } from '../texts/en/shown-handovers.ts';

/** A handover on a screen, as it was recorded. */
export type ShownHandover = {
  keyId: string;
  keyNumber: string;
  handover: 'hand-out' | 'return';
  /** The opened or closed loan; null if unknown. */
  loanId: string | null;
  holder: { id?: string | undefined; name: string };
  /** ISO instant. */
  at: string;
  /** The key's version after the handover: older data says nothing about later changes. */
  version?: number | undefined;
  /** The sponsor, for a visitor. */
  sponsorName?: string | undefined;
};

/**
 * What the record says now: it still holds · it was undone · the holder disputes it · the key is
 * recalled, or reported lost or missing · it was returned · it is in another loan · it is not in
 * use any more.
 */
export type ShownState =
  | 'holds'
  | 'undone'
  | 'disputed'
  | 'recalled'
  | 'reported'
  | 'came-back'
  | 'in-another-loan'
  | 'removed';

/** Compares a handover on a screen with the key's current state (`shown-result`). */
export function stateOfShown(shown: ShownHandover, key: Key): Exclude<ShownState, 'removed'> {
  if (key.version < (shown.version ?? 0)) return 'holds';
  const isReturn = shown.handover === 'return';
  if (key.loanId === null) {
    // An undone return is not the key's last one.
    const cameBack = key.returnedAt !== null && key.returnedAt >= shown.at;
    if (!cameBack) return 'undone';
    if (!isReturn) return 'came-back';
    return isGone(key.condition) ? 'reported' : 'holds';
  }
  if (!isItsLoan(shown, key)) return 'in-another-loan';
  if (isReturn) return key.takenBy?.disputed ? 'disputed' : 'undone';
  if (!key.takenBy || key.takenBy.disputed) return 'disputed';
  if (isGone(key.condition)) return 'reported';
  return key.recalledAt ? 'recalled' : 'holds';
}

/** Whether the key's open loan is the handover's, or already existed at the return. */
function isItsLoan({ loanId, handover, at, holder }: ShownHandover, key: Key): boolean {
  if (handover === 'return') return key.loanId === loanId || (key.takenAt ?? at) < at;
  if (loanId !== null) return key.loanId === loanId;
  return key.takenAt === at && key.takenBy?.userId === holder.id;
}

/** Replaces a result that is no longer true. */
export type Correction = {
  state: Exclude<ShownState, 'holds'>;
  /** It contradicts what was shown; otherwise the key has only moved on. */
  contradicts: boolean;
  title: string;
  text: string;
};

/**
 * The correction of a shown handover; null while it holds. `key` is undefined until it is read, and
 * null if deleted. `readerId` is the holder on their own screen; default: the desk.
 */
export function correctionOf(
  shown: ShownHandover,
  key: Key | null | undefined,
  readerId?: string,
): Correction | null {
  if (key === null) return removedText(shown);
  const state = key ? stateOfShown(shown, key) : 'holds';
  if (!key || state === 'holds') return null;
  // Their notifications and lists ask for the key; they still have it.
  if (state === 'recalled' && readerId) return null;
  const contradicts = !(
    state === 'came-back' ||
    (state === 'in-another-loan' && shown.handover === 'return')
  );
  return { state, contradicts, ...wordsOf(state, shown, { key, readerId }) };
}

function removedText({ keyNumber, handover }: ShownHandover): Correction {
  const text = t('not-in-use', { keyNumber });
  return { state: 'removed', contradicts: handover === 'hand-out', title: t('removed'), text };
}

type Circumstances = { key: Key; readerId: string | undefined };

function wordsOf(
  state: Exclude<Correction['state'], 'removed'>,
  { handover, keyNumber, holder, sponsorName }: ShownHandover,
  { key, readerId }: Circumstances,
): { title: string; text: string } {
  const { takenBy, loanId, condition = 'missing' } = key;
  const who = (name: string, isReader: boolean) =>
    ({ keyNumber, name, isReader: isReader ? 'yes' : 'no' }) as const;
  const withWhom = takenBy && who(takenBy.name, takenBy.userId === readerId);
  const { name } = holder;
  switch (state) {
    case 'undone': {
      if (handover === 'hand-out' || loanId === null)
        return {
          title: t('not-handed-out'),
          text: t('not-handed-to', who(name, readerId !== undefined)),
        };
      const text = withWhom ? t('still-with', withWhom) : t('not-at-desk', { keyNumber });
      return { title: t('not-returned'), text };
    }
    case 'disputed':
      if (handover === 'return' && takenBy)
        return {
          title: t('disputed'),
          text: t('whether-still-with', { keyNumber, name: takenBy.name }),
        };
      if (readerId) return { title: t('disputed'), text: t('you-do-not-have', { keyNumber }) };
      return sponsorName
        ? {
            title: t('do-not-hand-over'),
            text: t('sponsor-refuses', { sponsorName, name, keyNumber }),
          }
        : { title: t('disputed'), text: t('they-do-not-have', { name, keyNumber }) };
    case 'recalled':
      return {
        title: t('recalled'),
        text: t('ask-for-it', { keyNumber, name, recallReason: recallText(key) }).trim(),
      };
    case 'reported':
      return {
        title: t('reported', { condition }),
        text: t('is-reported', { keyNumber, condition }),
      };
    case 'came-back':
      return { title: t('back'), text: t('has-come-back', { keyNumber }) };
    case 'in-another-loan':
      return {
        title: t('handed-out-since'),
        text: withWhom ? t('with-now', withWhom) : t('not-at-desk', { keyNumber }),
      };
  }
}
