import type { AccessFacts } from '@keydesk/shared/access/access-facts';
import type { NamedRule } from '@keydesk/shared/access/access-rule';
import { isForPerson } from '@keydesk/shared/access/decide-access';
import type { DeskSettings } from '@keydesk/shared/settings/security-settings';
import type { Connection } from '../../platform/db/client.ts';
import { factsTexts } from './facts-sql.ts';
import { withInstants } from './named-rules.ts';
import type { RuleCache } from './rule-cache.ts';

/** What decides beside the database: the campus's time zone, and the security settings. */
export type AccessPolicy = {
  timezone: string;
  noKeysWhileOverdue: boolean;
  /** The rules that the process knows, so that the database need not send them. */
  rules?: RuleCache;
};

type PolicySources = {
  due: { calendar(): { timezone: string } };
  deskSettings: () => Pick<DeskSettings, 'noKeysWhileOverdue'>;
  accessRules: RuleCache;
};

export function accessPolicyOf({ due, deskSettings, accessRules }: PolicySources): AccessPolicy {
  const { noKeysWhileOverdue } = deskSettings();
  return { timezone: due.calendar().timezone, noKeysWhileOverdue, rules: accessRules };
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

/** The same at a moment in the past: by the rules, memberships and grants of then. */
export async function gatherPastAccess(
  db: Connection,
  { keyId, personId, at }: { keyId: string; personId: string; at: Date },
  policy: AccessPolicy,
): Promise<GatheredAccess | null> {
  const { timezone, noKeysWhileOverdue } = policy;
  const statement = { kind: 'past' as const, values: [keyId, personId, at] };
  return gather(db, statement, { timezone, noKeysWhileOverdue });
}

type FactsStatement = { kind: keyof typeof factsTexts; values: readonly unknown[] };

function statementFor(question: AccessQuestion): FactsStatement {
  if ('codeHash' in question) return { kind: 'code', values: [question.codeHash] };
  const { keyId } = question;
  return 'cardHash' in question
    ? { kind: 'card', values: [keyId, question.cardHash] }
    : { kind: 'pair', values: [keyId, question.personId] };
}

type FactsRow = Omit<AccessFacts, 'timezone' | 'rules' | 'granted'> & {
  rules: NamedRule[] | null;
  grantId: string | null;
};

async function gather(
  db: Connection,
  { kind, values }: FactsStatement,
  { timezone, noKeysWhileOverdue, rules: cache }: AccessPolicy,
): Promise<GatheredAccess | null> {
  const known = cache?.known();
  const { rows } = await db.query<FactsRow>({
    name: `access-facts-${kind}`,
    text: factsTexts[kind],
    values: [noKeysWhileOverdue, known?.version ?? 0, ...values],
  });
  const [row] = rows;
  if (!row) return null;
  const { grantId, rules: read, ...rest } = row;
  // Nobody waits for it, and a failure shows where the rules are needed.
  if (read) cache?.refresh().catch(() => undefined);
  const about = read?.map(withInstants) ?? known?.about(row.key) ?? [];
  const rules = about.filter((rule) => isForPerson(rule, row));
  return { facts: { ...rest, timezone, rules, granted: grantId !== null }, grantId };
}
