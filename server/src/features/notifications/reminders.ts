import type { OwnLoan, ReportedLoan } from './messages.ts';

/**
 * SQL for a loan `l` of a key `k` and a holder `h` as reminders name it. Times that are compared have
 * milliseconds, as in JavaScript.
 */
export const remindedLoanColumns = `
  l.id, l.key_id AS "keyId", k.key_number AS "keyNumber", k.key_name AS "keyName",
  jsonb_build_object('id', h.id, 'name', h.name) AS holder, h.role AS "holderRole",
  date_trunc('milliseconds', l.due_at) AS "dueAt"`;

/** An open loan as it is read for reminders. */
export type RemindedLoan = OwnLoan & ReportedLoan & { dueAt: Date | null };

/** What a message to its holder keeps of a loan. */
export function toOwnLoan(loan: OwnLoan): OwnLoan {
  const { id, keyId, keyNumber, keyName, holderRole, dueAt } = loan;
  return { id, keyId, keyNumber, keyName, holderRole, dueAt };
}

/** What a message to others keeps of a loan. */
export function toReportedLoan({ id, keyNumber, holder, dueAt }: ReportedLoan): ReportedLoan {
  return { id, keyNumber, holder, dueAt };
}

/** The key and the loan of a message that is about one alone. */
export function aboutOneKey(loans: readonly { id: string; keyId: string }[]) {
  const [first] = loans;
  return first && loans.length === 1 ? { aboutId: first.keyId, loanId: first.id } : {};
}
