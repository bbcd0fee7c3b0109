import { decideExtension, extensionChoices } from '@keydesk/shared/due/extension';
import type { ExtensionOffer } from '@keydesk/shared/due/extension-routes';
import { appError } from '@keydesk/shared/errors';
import type { Connection } from '../../platform/db/client.ts';
import type { CurrentDue } from '../due/index.ts';
import { clockOf, limitsOf } from './limits.ts';
import { type ExtendableLoan, findLoan, listOpenLoans } from './queries.ts';

/** Until when a person may keep each of their keys, or why not; without a rule nothing is said. */
export async function listOffers(
  db: Connection,
  due: CurrentDue,
  holderId: string,
): Promise<ExtensionOffer[]> {
  return (await listOpenLoans(db, holderId)).map((loan) => offerOf(loan, due));
}

function offerOf(loan: ExtendableLoan, due: CurrentDue): ExtensionOffer {
  const about = { loanId: loan.id, keyId: loan.keyId };
  if (!loan.hasRule || !loan.dueAt) return { ...about, until: null, why: null };
  const request = { as: 'holder' } as const;
  const verdict = decideExtension(loan, limitsOf(loan, due), request, clockOf(loan, due));
  return verdict.outcome === 'extended'
    ? { ...about, until: verdict.dueAt.toISOString(), why: null }
    : { ...about, until: null, why: verdict.error.message };
}

/** What the desk can offer for a loan. */
export async function readExtensions(db: Connection, due: CurrentDue, loanId: string) {
  const loan = await findLoan(db, loanId);
  if (!loan) throw appError('LOAN_NOT_FOUND');
  if (loan.returnedAt) throw appError('KEY_NOT_TAKEN');
  const limits = limitsOf(loan, due);
  return {
    loanId,
    keyNumber: loan.keyNumber,
    dueAt: loan.dueAt?.toISOString() ?? null,
    graceUntil: loan.graceUntil?.toISOString() ?? null,
    choices: extensionChoices(loan, limits, loan.now).map((time) => time.toISOString()),
    latest: limits.latest?.toISOString() ?? null,
  };
}
