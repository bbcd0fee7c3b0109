import type { AccessFacts } from '@keydesk/shared/access/access-facts';
import { withoutAuthor } from '@keydesk/shared/access/access-rule';
import { decideAccess, denyingRule, isByGrantAlone } from '@keydesk/shared/access/decide-access';
import {
  accessRefusal,
  overrideRefusal,
  type RefusedAccess,
} from '@keydesk/shared/access/refused-access';
import type { RuleReason } from '@keydesk/shared/handovers/rule-verdict';
import type { DeskSettings } from '@keydesk/shared/settings/security-settings';
import type { Connection, Statement, Transaction } from '../../platform/db/client.ts';
import { type KeyRow, presentSpot } from '../keys/index.ts';
import { factsTexts, withInstants } from './facts-sql.ts';

/** What decides beside the database: the campus's time zone, and the security settings. */
export type AccessPolicy = { timezone: string; noKeysWhileOverdue: boolean };

type PolicySources = {
  due: { calendar(): { timezone: string } };
  deskSettings: () => Pick<DeskSettings, 'noKeysWhileOverdue'>;
};

export function accessPolicyOf({ due, deskSettings }: PolicySources): AccessPolicy {
  const { noKeysWhileOverdue } = deskSettings();
  return { timezone: due.calendar().timezone, noKeysWhileOverdue };
}

/** Whose verdict is asked for: a person, the owner of a code for the key, or that of an ID card. */
export type AccessQuestion =
  | { keyId: string; personId: string }
  | { codeHash: Buffer }
  | { keyId: string; cardHash: Buffer };

/** The facts, and the grant that is among them. */
export type GatheredAccess = { facts: AccessFacts; grantId: string | null };

/**
 * What decides whether a person may take a key, in one statement and at the database's clock; null
 * when there is no such key or person. Of the rules only those that concern both are among it.
 */
export async function gatherAccess(
  db: Connection,
  question: AccessQuestion,
  policy: AccessPolicy,
): Promise<GatheredAccess | null> {
  return gather(db, statementFor(question), policy);
}

/** The same at a moment in the past: by the rules, memberships and grants in force then. */
export async function gatherPastAccess(
  db: Connection,
  { keyId, personId, at }: { keyId: string; personId: string; at: Date },
  policy: AccessPolicy,
): Promise<GatheredAccess | null> {
  return gather(db, { kind: 'past', values: [keyId, personId, at] }, policy);
}

type FactsStatement = { kind: keyof typeof factsTexts; values: readonly unknown[] };

function statementFor(question: AccessQuestion): FactsStatement {
  if ('codeHash' in question) return { kind: 'code', values: [question.codeHash] };
  const { keyId } = question;
  return 'cardHash' in question
    ? { kind: 'card', values: [keyId, question.cardHash] }
    : { kind: 'pair', values: [keyId, question.personId] };
}

type FactsRow = Omit<AccessFacts, 'timezone' | 'granted'> & { grantId: string | null };

async function gather(
  db: Connection,
  { kind, values }: FactsStatement,
  { timezone, noKeysWhileOverdue }: AccessPolicy,
): Promise<GatheredAccess | null> {
  const { rows } = await db.query<FactsRow>({
    name: `access-facts-${kind}`,
    text: factsTexts[kind],
    values: [noKeysWhileOverdue, ...values],
  });
  const [row] = rows;
  if (!row) return null;
  const { grantId, rules, ...rest } = row;
  const granted = grantId !== null;
  return { facts: { ...rest, timezone, rules: rules.map(withInstants), granted }, grantId };
}

/** By what right a key leaves: by a grant that loses a use, or against a verdict for a reason. */
type AccessRight = {
  grantId: string | null;
  override: { refusal: RuleReason | undefined; ruleId: string | undefined; reason: string } | null;
};

type Receiver = { id: string; name: string };

/**
 * Enforces `access-verdict`, which the desk may `override` with a reason.
 * @throws ACCESS_REFUSED, APPROVAL_NEEDED; NO_OVERRIDE, OWN_OVERRIDE. Without facts it fails.
 */
export function requireAccess(
  access: GatheredAccess | null,
  { key, holder }: { key: KeyRow; holder: Receiver },
  atDesk?: { desk: { id: string }; overrideReason: string | undefined },
): AccessRight {
  if (!access) throw new Error('Nothing is known about who may take this key');
  const readerId = atDesk?.desk.id ?? holder.id;
  const verdict = decideAccess(access.facts, undefined, { readerId });
  if (verdict.outcome === 'allowed')
    return { grantId: isByGrantAlone(access.facts) ? access.grantId : null, override: null };
  const refused = accessRefusal(verdict, key, holder);
  if (!atDesk) throw refused;
  const { desk, overrideReason: reason } = atDesk;
  const messageToHolder = decideAccess(access.facts).reasons[0]?.text;
  const details = { ...(refused.details as RefusedAccess), messageToHolder };
  const cannot = overrideRefusal(verdict, key, { holder, desk });
  if (cannot) throw (reason ? cannot : refused).withDetails(details);
  if (reason) {
    const ruleId = denyingRule(access.facts)?.id;
    return { grantId: null, override: { refusal: storedRefusal(access.facts), ruleId, reason } };
  }
  throw refused.withDetails({ ...details, mayOverride: true, spot: presentSpot(key) });
}

/**
 * Why a person may not take a key, as it is stored: it names nobody but that person, since others may
 * be erased before.
 */
function storedRefusal(facts: AccessFacts): RuleReason | undefined {
  const approverName = facts.approverName && 'Its owner or the head of its department';
  const stored = { ...facts, approverName, rules: facts.rules.map(withoutAuthor) };
  return decideAccess(stored, undefined, { readerId: null }).reasons[0];
}

/** What is audited of an override. Its text may name the holder, so it can be erased; the rest cannot. */
export function recordedOverride({ refusal, ruleId }: NonNullable<AccessRight['override']>) {
  return {
    details: { code: refusal?.code, ...(ruleId && { ruleId }) },
    personal: { refusal: refusal?.text },
  };
}

const accessLock = 7_233_017;

/**
 * To be sent before anything that a hand-out is decided on, the locks of its keys included: no rule,
 * group, grant, level or owner changes until the hand-out has committed (`rules-hold-at-once`).
 */
export async function lockAccessForHandOut(tx: Transaction): Promise<void> {
  await tx.query(lockForHandOutStatement);
}

export const lockForHandOutStatement: Statement = {
  name: 'lock-access-for-hand-out',
  text: 'SELECT pg_advisory_xact_lock_shared($1)',
  values: [accessLock],
};

/**
 * To be called before any change of rules, groups, grants, levels, owners, roles or suspensions, and
 * before any other lock: waits for running hand-outs, and for other changes.
 */
export async function lockAccessForChange(tx: Transaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [accessLock]);
}
