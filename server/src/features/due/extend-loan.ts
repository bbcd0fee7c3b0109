import { type AppError, appError } from '@keydesk/shared/core/errors';
import { withReason } from '@keydesk/shared/core/rule-verdict';
import { dueBy, dueFor } from '@keydesk/shared/due/due-for';
import {
  type Clock,
  decideExtension,
  type ExtensionBody,
  type ExtensionLimits,
  type ExtensionOffer,
  type ExtensionRequest,
  extensionChoices,
} from '@keydesk/shared/due/extensions';
import { isDesk } from '@keydesk/shared/http/roles';
import type { Key } from '@keydesk/shared/keys/key';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import { hideFromHolder } from '../../core/live/key-readers.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Connection, type Transaction, transact } from '../../db/client.ts';
import { lockAndReadKeys, readForDesk } from '../keys/index.ts';
import type { CurrentDue, DueDeps } from './current-due.ts';
import {
  countExtension,
  type ExtendableLoan,
  findLoan,
  listOpenLoans,
} from './extension-queries.ts';
import { moveLoans } from './move-due.ts';

type Extended = { key: Key; loanId: string; dueAt: string; graceUntil: string };

/**
 * Moves the due time of an open loan (`promised-return`): the holder within the rule, the desk with
 * a reason. Other people's loans count as not found. The key's lock serializes this with returns
 * and other extensions.
 */
export async function extendLoan(
  { db, publisher, due }: DueDeps,
  caller: User,
  loanId: string,
  { until, reason }: ExtensionBody,
): Promise<Extended> {
  // The cache may be some seconds old, and a new maximum applies at once.
  await due.refresh();
  const { change, deliveries, dueAt, graceUntil } = await transact(db, async (tx) => {
    const loan = await lockExtendableLoan(tx, loanId);
    const as = capacityOf(caller, loan, reason);
    if (loan.returnedAt) throw withReason(appError('KEY_NOT_TAKEN'));
    const clock = clockOf(loan, due);
    const request = { as, until: until === undefined ? undefined : new Date(until) };
    const verdict = decideExtension(loan, limitsOf(loan, due), request, clock);
    if (verdict.outcome === 'refused') throw explained(verdict.error);
    await moveLoans(tx, [{ loanId, to: verdict.dueAt }], {
      byId: caller.id,
      reason: reason || null,
    });
    if (as === 'holder') await countExtension(tx, loanId);
    await recordAudit(tx, {
      action: verdict.beyondMaximum ? 'extend-beyond-ceiling' : 'extend-loan',
      actorId: caller.id,
      subjectId: loan.holderId,
      keyId: loan.keyId,
      loanId,
      method: as !== 'holder' && caller.id === loan.holderId ? `own-${as}` : as,
      reason: reason || null,
      details: { before: loan.dueAt?.toISOString(), after: verdict.dueAt.toISOString() },
    });
    const notices =
      caller.id === loan.holderId ? [] : [movedNotice(loan, caller, verdict.dueAt, clock.timezone)];
    return {
      change: { action: 'update', key: await readForDesk(tx, loan.keyId) } as const,
      deliveries: await notify(tx, notices),
      ...verdict,
    };
  });
  publisher.handedOver([change], deliveries);
  return {
    key: isDesk(caller.role) ? change.key : hideFromHolder(change.key),
    loanId,
    dueAt: dueAt.toISOString(),
    graceUntil: graceUntil.toISOString(),
  };
}

/** Locks the key first, as every handover does, and then reads the loan. */
async function lockExtendableLoan(tx: Transaction, loanId: string): Promise<ExtendableLoan> {
  const before = await findLoan(tx, loanId);
  if (!before) throw appError('LOAN_NOT_FOUND');
  await lockAndReadKeys(tx, [before.keyId]);
  const loan = await findLoan(tx, loanId);
  if (!loan) throw appError('LOAN_NOT_FOUND');
  return loan;
}

/** Admins act as the desk for their own key if they give a reason; guards never do. */
function capacityOf(
  { id, role }: User,
  { holderId }: ExtendableLoan,
  reason: string | undefined,
): ExtensionRequest['as'] {
  if (role === 'security' && reason && id === holderId) throw appError('OWN_EXTENSION');
  if (isDesk(role) && reason) return role === 'admin' ? 'admin' : 'desk';
  if (id === holderId) return 'holder';
  throw appError(isDesk(role) ? 'EXTENSION_REASON_REQUIRED' : 'LOAN_NOT_FOUND');
}

function explained(error: AppError): AppError {
  return error.status === 409 ? withReason(error) : error;
}

function movedNotice(
  { id, holderId, keyId, keyNumber }: ExtendableLoan,
  guard: User,
  dueAt: Date,
  timezone: string,
): NewNotification {
  return {
    userId: holderId,
    template: 'due-extended',
    facts: {
      loans: [{ id, keyNumber, dueAt }],
      timezone,
      guard: { id: guard.id, name: guard.name },
    },
    aboutId: keyId,
    loanId: id,
  };
}

/** Until when a person may keep each key, or why not; omits loans without a rule. */
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

/** The limits of the loan's own rule, the current maximums, and the end of a visit. */
function limitsOf(loan: ExtendableLoan, due: CurrentDue): ExtensionLimits {
  const { keyId: id, category, department, holderId, takenAt, visitEnds } = loan;
  const input = { key: { id, category, department }, holderId, rules: due.rules() };
  const usual = { ...dueFor(takenAt, input, due.calendar()), extended: 0 };
  const { latest } = dueBy(usual, visitEnds);
  return { extensions: loan.extensions, extendMinutes: loan.extendMinutes, latest };
}

function clockOf({ now }: ExtendableLoan, due: CurrentDue): Clock {
  return { now, timezone: due.calendar().timezone };
}
