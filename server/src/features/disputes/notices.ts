import type { DisputeResolution } from '@keydesk/shared/handovers/dispute';
import { lentNotice } from '../handovers/index.ts';
import type { NewNotification } from '../notifications/index.ts';

/** A disputed loan, as the messages about it need it. */
export type SettledLoan = {
  loanId: string;
  keyId: string;
  keyNumber: string;
  holderId: string;
  guardName: string;
  deskName: string | null;
};

/** What whoever said 'Not me' is told once an admin has settled it, with why the key is recalled. */
export function settledNotice(
  loan: SettledLoan,
  resolution: DisputeResolution,
  recall?: string,
): NewNotification {
  const recalled =
    recall === undefined ? '' : ` It is recalled. ${recall} Please bring it to the desk now.`;
  return {
    userId: loan.holderId,
    title: 'Dispute Settled',
    message:
      resolution === 'confirmed'
        ? `The desk looked into it: key ${loan.keyNumber} stays recorded as handed to you. If that is wrong, please ask the desk.${recalled}`
        : `You were right: key ${loan.keyNumber} is not recorded as with you any more.`,
    kind: 'security',
    aboutId: loan.keyId,
  };
}

/** The same, and what the person is told to whom the loan is corrected: they may dispute it too. */
export function correctedNotices(
  loan: SettledLoan,
  to: { id: string; loanId: string },
): NewNotification[] {
  const key = { id: loan.keyId, keyNumber: loan.keyNumber, keyName: '' };
  return [
    settledNotice(loan, 'corrected'),
    lentNotice({ key, holderId: to.id, loanId: to.loanId }, loan),
  ];
}
