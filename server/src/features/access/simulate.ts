import { type NamedRule, withoutNames } from '@keydesk/shared/access/access-rule';
import {
  type AccessInput,
  concerns,
  decideAccess,
  isInWindow,
  localMoments,
} from '@keydesk/shared/access/decide-access';
import type { NewAccessRule } from '@keydesk/shared/access/rule-routes';
import { iterateYielding } from '../../core/event-loop.ts';
import type { Connection } from '../../db/client.ts';
import { isMember, isUsableGrant } from '../../db/predicates.ts';
import { readAllRules } from './access-input.ts';
import { columnsOf, requireKnownRule } from './rules.ts';

type Simulation = { handOuts: number; refused: number; needApproval: number };

type SimulationDeps = { db: Connection; timezone: string; signal: AbortSignal };

/**
 * What a rule would have changed in the hand-outs of the last 30 days, each judged at its own time
 * with today's other data.
 */
export async function simulateRule(
  { db, timezone, signal }: SimulationDeps,
  rule: NewAccessRule,
): Promise<Simulation> {
  await requireKnownRule(db, rule);
  const candidate = candidateOf(rule);
  const [rules, handOuts] = await Promise.all([readAllRules(db), readPastHandOuts(db)]);
  const localMomentOf = localMoments(timezone);
  const result = { handOuts: handOuts.length, refused: 0, needApproval: 0 };
  for await (const handOut of iterateYielding(handOuts, signal)) {
    const input = { ...handOut, timezone, rules: [] };
    const now = localMomentOf(input.at);
    // Rules that do not apply change no outcome.
    const applies = (rule: NamedRule) => concerns(rule, input) && isInWindow(rule, now);
    if (!applies(candidate)) continue;
    const applying = rules.filter(applies);
    const before = decideAccess({ ...input, rules: applying }, now);
    const after = decideAccess({ ...input, rules: [...applying, candidate] }, now);
    if (after.outcome === before.outcome) continue;
    if (after.outcome === 'refused') result.refused += 1;
    else if (before.outcome === 'allowed') result.needApproval += 1;
  }
  return result;
}

/** Always valid and not stored. */
function candidateOf(rule: NewAccessRule): NamedRule {
  return withoutNames({ ...columnsOf(rule), id: '', validFrom: null, validUntil: null });
}

type PastHandOut = Omit<AccessInput, 'timezone' | 'rules'>;

/** With today's keys, people and memberships, and grants valid now or then. */
async function readPastHandOuts(db: Connection): Promise<PastHandOut[]> {
  const rows = await db.rows<HandOutRow>({
    name: 'past-hand-outs',
    text: `
      SELECT l.taken_at AS at, l.key_id AS "keyId", l.holder_id AS "holderId", EXISTS (
               SELECT FROM grants g
                WHERE g.key_id = l.key_id AND g.user_id = l.holder_id AND (
                  g.created_at <= l.taken_at AND g.valid_from <= l.taken_at
                    AND l.taken_at < coalesce(g.revoked_at, 'infinity')
                    AND l.taken_at < coalesce(g.valid_until, 'infinity')
                    AND l.taken_at <= coalesce(g.used_up_at, 'infinity')
                  OR ${isUsableGrant('g', 'now()')})) AS granted
        FROM loans l
       WHERE l.taken_at >= now() - interval '30 days' AND l.taken_at <= now()`,
  });
  const [keys, people] = await Promise.all([
    readKeys(db, [...new Set(rows.map(({ keyId }) => keyId))]),
    readPeople(db, [...new Set(rows.map(({ holderId }) => holderId))]),
  ]);
  return rows.flatMap(({ at, keyId, holderId, granted }) => {
    const [key, holder] = [keys.get(keyId), people.get(holderId)];
    if (!key || !holder) return [];
    const { groupIds, ...person } = holder;
    return [{ at, key, person, groupIds, granted, approverName: null, overdueKeyNumber: null }];
  });
}

type HandOutRow = { at: Date; keyId: string; holderId: string; granted: boolean };

async function readKeys(db: Connection, ids: readonly string[]) {
  const rows = await db.rows<AccessInput['key']>(
    `SELECT id, key_number AS "keyNumber", level, department, category, block
       FROM keys WHERE id = ANY ($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function readPeople(db: Connection, ids: readonly string[]) {
  const rows = await db.rows<AccessInput['person'] & Pick<AccessInput, 'groupIds'>>(
    `SELECT u.id, u.name, u.role, u.department,
            u.department_confirmed AS "departmentConfirmed",
            ARRAY(SELECT m.group_id FROM group_members m
                   WHERE m.user_id = u.id AND ${isMember('m', 'now()')}) AS "groupIds"
       FROM users u WHERE u.id = ANY ($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
