import { appError } from '@keydesk/shared/core/errors';
import type { Calendar } from '@keydesk/shared/due/calendar';
import { dueFor } from '@keydesk/shared/due/due-for';
import { reminderTimes } from '@keydesk/shared/due/reminder-schedule';
import type { ListedDueRule, NewDueRule } from '@keydesk/shared/due/rule-routes';
import type { User } from '@keydesk/shared/people/user';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { recordAudit } from '../../core/audit/record.ts';
import { type Connection, type Transaction, transact } from '../../db/client.ts';
import { type RowOf, toAnswer } from '../../db/rows.ts';
import { dueRules } from '../../db/schema.ts';
import { readCampus, requireKnownEntries } from '../campus/index.ts';
import { readActiveKey } from '../keys/index.ts';
import { findPersonDetails } from '../people/index.ts';
import { announceDue, type CurrentDue, type DueDeps, lockDue } from './current-due.ts';
import { readReminderSchedule } from './reminder-schedule.ts';

/** Each hand-out evaluates all of them. */
const maxRules = 1_000;

/** Newest first. */
export async function listRules(db: Connection): Promise<ListedDueRule[]> {
  return (await readRules(db)).map(toAnswer);
}

/** Adds a rule for future hand-outs. */
export async function addRule(
  deps: DueDeps,
  admin: User,
  rule: NewDueRule,
): Promise<ListedDueRule> {
  const added = await transact(deps.db, async (tx) => {
    await lockDue(tx);
    await requireScope(tx, rule);
    if ((await countRules(tx)) >= maxRules)
      throw appError('TOO_MANY_DUE_RULES', { most: maxRules });
    const id = await insertRule(tx, rule, admin.id);
    await recordAudit(tx, {
      action: 'add-due-rule',
      actorId: admin.id,
      ...subjectOf(rule),
      ...recordedRule(id, rule),
    });
    return (await readRules(tx)).find((each) => each.id === id);
  });
  await announceDue(deps);
  if (!added) throw new Error('The new rule was not stored');
  return toAnswer(added);
}

/** Only the note about a person can be erased. */
function recordedRule(ruleId: string, { note, ...rule }: NewDueRule) {
  return rule.scope === 'person'
    ? { details: { ruleId, ...rule }, personal: { note } }
    : { details: { ruleId, ...rule, note } };
}

type Scope = { scope: NewDueRule['scope']; scopeId?: string | null | undefined };

async function requireScope(tx: Transaction, { scope, scopeId }: Scope): Promise<void> {
  if (!scopeId) return;
  if (scope === 'category' || scope === 'department')
    requireKnownEntries(await readCampus(tx), { [scope]: scopeId });
  if (scope === 'key') await readActiveKey(tx, scopeId);
  if (scope === 'person' && !(await findPersonDetails(tx, scopeId)))
    throw appError('PERSON_NOT_FOUND');
}

/**
 * Moves a key's rules to its replacement. The caller must have locked the rules, and announces the
 * change.
 * @returns their ids
 */
export async function moveRules(
  tx: Transaction,
  keyId: string,
  newKeyId: string,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `UPDATE due_rules SET scope_id = $2
      WHERE scope = 'key' AND scope_id = $1 AND ended_at IS NULL RETURNING id`,
    [keyId, newKeyId],
  );
  return rows.map(({ id }) => id);
}

function subjectOf({ scope, scopeId }: Scope): { keyId?: string; subjectId?: string } {
  if (!scopeId) return {};
  if (scope === 'key') return { keyId: scopeId };
  return scope === 'person' ? { subjectId: scopeId } : {};
}

/** @throws DUE_RULE_NOT_FOUND, also if it has ended already */
export async function endRuleById(deps: DueDeps, admin: User, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    await lockDue(tx);
    const rule = await endRule(tx, id, admin.id);
    if (!rule) throw appError('DUE_RULE_NOT_FOUND');
    await recordAudit(tx, {
      action: 'end-due-rule',
      actorId: admin.id,
      ...subjectOf(rule),
      details: { ruleId: id, scope: rule.scope, scopeId: rule.scopeId },
    });
  });
  await announceDue(deps);
}

type Trial = { keyId: string; userId: string; at: string };

/** When this key would be due if handed to this person at this moment. */
export async function tryRules(
  { db, due }: { db: Connection; due: CurrentDue },
  { keyId, userId, at }: Trial,
) {
  const key = await readActiveKey(db, keyId);
  const person = await findPersonDetails(db, userId);
  if (!person) throw appError('PERSON_NOT_FOUND');
  const takenAt = new Date(at);
  const input = { key, holderId: person.id, rules: due.rules() };
  const { dueAt, graceUntil, latest, rule } = dueFor(takenAt, input, due.calendar());
  return {
    ...toAnswer({ dueAt, graceUntil, latest, rule }),
    ladder: await previewReminders(db, { takenAt, dueAt, graceUntil }, due.calendar()),
  };
}

type LoanTimes = { takenAt: Date; dueAt: Date | null; graceUntil: Date | null };

/** With the first time of each step. */
async function previewReminders(
  db: Connection,
  { takenAt, dueAt, graceUntil }: LoanTimes,
  calendar: Calendar,
) {
  if (!dueAt || !graceUntil) return [];
  const { ladder } = await readReminderSchedule(db);
  const times = { takenAt, dueAt, graceUntil };
  return reminderTimes(times, ladder, calendar).map(({ step, at }) => toAnswer({ step, at }));
}

type RuleRow = RowOf<ListedDueRule, 'createdAt'>;

/** Newest first, with the names of what they apply to. */
async function readRules(db: Connection): Promise<RuleRow[]> {
  return db.rows<RuleRow>(`
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
}

function countRules(tx: Transaction): Promise<number> {
  return tx.orm.$count(dueRules, isNull(dueRules.endedAt));
}

async function insertRule(tx: Transaction, rule: NewDueRule, createdBy: string): Promise<string> {
  const [row] = await tx.orm
    .insert(dueRules)
    // Rules are ordered by creation time, so now() of a long transaction would not do.
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

/** Undefined if no such rule is in force. */
async function endRule(tx: Transaction, id: string, endedBy: string) {
  const [row] = await tx.orm
    .update(dueRules)
    .set({ endedAt: sql`clock_timestamp()`, endedBy })
    .where(and(eq(dueRules.id, id), isNull(dueRules.endedAt)))
    .returning();
  return row;
}

/** Ends the rules about a person and erases the notes of all of them, ended ones too. */
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
