import type { ReturnType } from '@keydesk/shared/handovers/return-type';
import type { KeyRow } from '../keys/index.ts';
import type { NewNotification } from '../notifications/index.ts';
import { backNotices, type Waiter } from '../waits/index.ts';

type NamedKey = Pick<KeyRow, 'id' | 'keyNumber' | 'keyName'>;

/** The notification to the holder when a key is handed out. */
export function takenNotice(key: NamedKey, holderId: string): NewNotification {
  return {
    userId: holderId,
    title: 'Key Taken',
    message: `You have taken key ${named(key)}.`,
    kind: 'handover',
    aboutId: key.id,
  };
}

type Loan = { key: NamedKey; holderId: string; loanId: string };

/** Who handed a key over, and at which desk if that is known. */
type Handover = { guardName: string; deskName: string | null };

/** The notification to the holder when the desk handed a key to their name; they may dispute it. */
export function lentNotice(
  { key, holderId, loanId }: Loan,
  { guardName, deskName }: Handover,
): NewNotification {
  const place = deskName ? ` at ${deskName}` : '';
  return {
    userId: holderId,
    title: 'Key Taken',
    message: `Key ${key.keyNumber} was handed to you${place} by ${guardName}.`,
    kind: 'lent',
    aboutId: key.id,
    loanId,
  };
}

type Override = {
  holder: { name: string };
  desk: { name: string };
  reason: string;
  loanId: string;
};

/**
 * The notification to a key's owner when the desk handed it out against access rules. By the loan it is
 * found when the holder, whom it names, is erased.
 */
export function overriddenNotice(
  key: NamedKey,
  ownerId: string,
  { holder, desk, reason, loanId }: Override,
): NewNotification {
  return {
    userId: ownerId,
    title: 'Key Handed Over by Override',
    message: `Key ${named(key)} was handed to ${holder.name} by ${desk.name} although rules do not allow it: ${reason}`,
    kind: 'access',
    aboutId: key.id,
    loanId,
  };
}

function named(key: NamedKey): string {
  return `${key.keyNumber} (${key.keyName})`;
}

type Returned = { before: NamedKey; holderId: string; returnType: ReturnType };

/** What the holder is told when a key is back, and everybody who waits for it. */
export function returnNotices(
  { before: key, holderId, returnType }: Returned,
  returner: { id: string; name: string },
  waiters: readonly Waiter[],
): NewNotification[] {
  return [returnedNotice(key, holderId, returnType, returner), ...backNotices(key, waiters)];
}

/** The notification to the holder when their key is back; names who brought it, unless they did. */
export function returnedNotice(
  key: NamedKey,
  holderId: string,
  returnType: ReturnType,
  returner: { id: string; name: string },
): NewNotification {
  return {
    userId: holderId,
    title: 'Key Returned',
    message:
      returner.id === holderId
        ? `You have returned key ${named(key)}.`
        : returnType === 'collected'
          ? `Key ${named(key)} was collected by ${returner.name}.`
          : `Key ${named(key)} was returned for you by ${returner.name}.`,
    kind: 'handover',
    aboutId: key.id,
  };
}
