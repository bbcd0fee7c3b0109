import { decideAccess } from '@keydesk/shared/access/decide-access';
import { type AppError, appError } from '@keydesk/shared/errors';
import type { RuleVerdict } from '@keydesk/shared/handovers/rule-verdict';
import type { Transaction } from '../../platform/db/client.ts';
import { type AccessPolicy, gatherAccess } from './facts.ts';

/**
 * Requires that access which they are given lets the person take the key. That they are overdue with
 * another one does not matter here: it stands in the way only until that is back.
 * @throws KEY_NOT_FOUND or REQUEST_HOPELESS
 */
export async function requireApprovalSuffices(
  tx: Transaction,
  asked: { keyId: string; personId: string },
  policy: AccessPolicy,
): Promise<void> {
  const gathered = await gatherAccess(tx, asked, { ...policy, noKeysWhileOverdue: false });
  if (!gathered) throw appError('KEY_NOT_FOUND');
  const facts = { ...gathered.facts, granted: true };
  const verdict = decideAccess(facts, undefined, { readerId: null });
  if (verdict.outcome !== 'allowed') throw requestRefused(verdict);
}

/**
 * Requires that the person may have the key with an approval, and not without one.
 * @throws KEY_NOT_FOUND, REQUEST_NOT_NEEDED or REQUEST_HOPELESS
 */
export async function requireApprovalNeeded(
  tx: Transaction,
  asked: { keyId: string; personId: string },
  policy: AccessPolicy,
): Promise<void> {
  const gathered = await gatherAccess(tx, asked, policy);
  if (!gathered) throw appError('KEY_NOT_FOUND');
  const verdict = decideAccess(gathered.facts);
  if (verdict.outcome === 'allowed') throw appError('REQUEST_NOT_NEEDED').withDetails({ verdict });
  if (verdict.outcome === 'refused') throw requestRefused(verdict);
}

function requestRefused(verdict: RuleVerdict): AppError {
  return appError('REQUEST_HOPELESS', verdict.reasons[0]?.text ?? '').withDetails({ verdict });
}
