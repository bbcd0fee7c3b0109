import type { DueRule } from '@keydesk/shared/due/due-rule';
import type { NewDueRule } from '@keydesk/shared/due/rule-routes';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../platform/db/client.ts';
import { dueRules } from '../../platform/db/tables.ts';

export type RuleRow = DueRule & { scopeName: string | null; createdAt: Date };

/** The rules in force, the newest first, and what each is for in words. */
export async function readRules(db: Connection): Promise<RuleRow[]> {
  const { rows } = await db.query<RuleRow>(`
    SELECT r.id, r.scope, r.scope_id AS "scopeId", r.kind, r.amount, r.ceiling, r.extensions,
           r.extend_minutes AS "extendMinutes", r.grace_minutes AS "graceMinutes", r.note,
           r.created_at AS "createdAt",
           CASE r.scope
             WHEN 'key' THEN (SELECT key_number FROM keys WHERE id = r.scope_id)
             WHEN 'person' THEN (SELECT name FROM users WHERE id = r.scope_id)
             WHEN 'category' THEN (SELECT label FROM categories WHERE code = r.scope_id)
             WHEN 'department' THEN (SELECT label FROM departments WHERE code = r.scope_id)
           END AS "scopeName"
      FROM due_rules r
     WHERE r.ended_at IS NULL
     ORDER BY r.created_at DESC, r.id DESC`);
  return rows;
}

export function countRules(tx: Transaction): Promise<number> {
  return tx.orm.$count(dueRules, isNull(dueRules.endedAt));
}

/** Stores a rule; returns its id. */
export async function insertRule(
  tx: Transaction,
  rule: NewDueRule,
  createdBy: string,
): Promise<string> {
  const [row] = await tx.orm
    .insert(dueRules)
    // Rules are told apart by age, also those that one transaction after the other stores at once.
    .values({
      ...rule,
      scopeId: rule.scopeId ?? null,
      amount: rule.amount ?? null,
      createdBy,
      createdAt: sql`clock_timestamp()`,
    })
    .returning({ id: dueRules.id });
  if (!row) throw new Error('The new rule was not stored');
  return row.id;
}

/** Ends a rule in force and returns it; undefined if there is none. */
export async function endRule(tx: Transaction, id: string, endedBy: string) {
  const [row] = await tx.orm
    .update(dueRules)
    .set({ endedAt: sql`clock_timestamp()`, endedBy })
    .where(and(eq(dueRules.id, id), isNull(dueRules.endedAt)))
    .returning();
  return row;
}

/** Ends the rules about a person and deletes what was noted in them, also in those that ended before. */
export async function eraseRulesAbout(
  tx: Transaction,
  personId: string,
  endedBy: string,
): Promise<void> {
  await tx.query(
    `UPDATE due_rules SET note = '', ended_at = coalesce(ended_at, clock_timestamp()),
                          ended_by = CASE WHEN ended_at IS NULL THEN $2 ELSE ended_by END
      WHERE scope = 'person' AND scope_id = $1`,
    [personId, endedBy],
  );
}
