import { type AccessInput, isAboutKey, isForPerson } from '@keydesk/shared/access/decide-access';
import { may } from '@keydesk/shared/http/roles';
import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../db/client.ts';
import { type GatheredAccess, gatherAccess, gatherPastAccess } from './hand-out-access.ts';
import {
  anyCampus,
  type CampusRows,
  readCampusRows,
  storeCampus,
} from './testing/random-campus.ts';

let db: Database;

beforeAll(async () => {
  const own = await openTestDatabase();
  db = own.db;
  return own.close;
});

const timezone = 'Asia/Kolkata';

/** The same input, found by looking at every row of the campus. */
function scan(
  campus: CampusRows,
  { keyId, personId, at }: { keyId: string; personId: string; at: Date },
  noKeysWhileOverdue: boolean,
): GatheredAccess {
  const key = campus.keys.find(({ id }) => id === keyId);
  const person = campus.people.find(({ id }) => id === personId);
  if (!key || !person) throw new Error('This key or person does not exist.');
  const holds = (from: Date, ...ends: (Date | null)[]) =>
    from <= at && ends.every((end) => end === null || end > at);
  const groupIds = campus.members
    .filter((one) => one.userId === personId && holds(one.validFrom, one.validUntil, one.endedAt))
    .map(({ groupId }) => groupId)
    .sort();
  const targets = { all: null, key: key.id, ...key };
  const subjects = { everyone: null, role: person.role, department: person.department };
  const rules = campus.rules.filter(
    ({ createdAt, endedAt, target, targetId, subject, subjectId, effect }) =>
      holds(createdAt, endedAt) &&
      targets[target] === targetId &&
      !(effect === 'allow' && subject === 'department' && !person.departmentConfirmed) &&
      (subject === 'person'
        ? subjectId === personId
        : subject === 'group'
          ? groupIds.includes(subjectId ?? '')
          : subjects[subject] === subjectId),
  );
  const grants = campus.grants.filter(
    (one) =>
      one.keyId === keyId &&
      one.userId === personId &&
      one.createdAt <= at &&
      holds(one.validFrom, one.validUntil, one.revokedAt) &&
      (one.usedUpAt === null || one.usedUpAt >= at),
  );
  const unlimited = (one: { usesLeft: number | null }) => (one.usesLeft === null ? 0 : 1);
  const end = (one: { validUntil: Date | null }) => one.validUntil?.getTime() ?? Infinity;
  const [grant] = grants.sort(
    (a, b) => unlimited(a) - unlimited(b) || end(a) - end(b) || (a.id < b.id ? -1 : 1),
  );
  const head = campus.departments.find(({ code }) => code === key.department)?.headId;
  const approver = [key.ownerId, head]
    .map((id) => campus.people.find((one) => one.id === id))
    .filter((one) => one && one.id !== personId && may(one.role, 'borrowKeys'))
    .find((one) => one && !one.deletedAt && !one.suspendedAt);
  const numberOf = (id: string) => campus.keys.find((one) => one.id === id)?.keyNumber ?? '';
  const [overdue] = campus.loans
    .filter((one) => one.holderId === personId && one.takenAt < at)
    .filter((one) => one.returnedAt === null || one.returnedAt > at)
    .filter((one) => one.graceUntil && one.graceUntil <= at)
    .map((one) => ({ grace: one.graceUntil?.getTime() ?? 0, number: numberOf(one.keyId) }))
    .sort((a, b) => a.grace - b.grace || (a.number < b.number ? -1 : 1));
  const input: AccessInput = {
    at,
    timezone,
    key: pick(key, ['id', 'keyNumber', 'level', 'department', 'category', 'block']),
    person: pick(person, ['id', 'name', 'role', 'department', 'departmentConfirmed', 'language']),
    rules: rules
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
      .map((rule) => named(campus, rule)),
    groupIds,
    granted: grant !== undefined,
    approverName: approver?.name ?? null,
    // No one on this campus is one.
    visitor: null,
    overdueKeyNumber: noKeysWhileOverdue ? (overdue?.number ?? null) : null,
  };
  return { input, grantId: grant?.id ?? null };
}

function named(
  campus: CampusRows,
  rule: CampusRows['rules'][number],
): AccessInput['rules'][number] {
  const label = (entries: readonly { code: string; label: string }[], code: string | null) =>
    entries.find((entry) => entry.code === code)?.label ?? null;
  const nameOf = (rows: readonly { id: string; name: string }[], id: string | null) =>
    rows.find((row) => row.id === id)?.name ?? null;
  const { targetId, subjectId } = rule;
  const { departments, categories, blocks, keys, people, groups } = campus;
  return {
    ...pick(rule, ['id', 'target', 'targetId', 'subject', 'subjectId', 'effect', 'exceptGroupId']),
    ...pick(rule, ['weekdays', 'fromTime', 'toTime']),
    validFrom: rule.validFrom?.toISOString() ?? null,
    validUntil: rule.validUntil?.toISOString() ?? null,
    targetName: {
      all: null,
      department: label(departments, targetId),
      category: label(categories, targetId),
      block: label(blocks, targetId),
      key: keys.find(({ id }) => id === targetId)?.keyNumber ?? null,
    }[rule.target],
    subjectName: {
      everyone: null,
      role: subjectId && subjectId.charAt(0).toUpperCase() + subjectId.slice(1),
      department: label(departments, subjectId),
      group: nameOf(groups, subjectId),
      person: nameOf(people, subjectId),
    }[rule.subject],
    exceptGroupName: nameOf(groups, rule.exceptGroupId),
    createdByName: nameOf(people, rule.createdBy) ?? '',
    note: rule.note,
  };
}

function pick<T, K extends keyof T>(row: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<T, K>;
}

/** What was gathered, less the rules that concern another key or person. */
function deciding(gathered: GatheredAccess | null): GatheredAccess | null {
  if (!gathered) return null;
  const { input } = gathered;
  const rules = input.rules.filter(
    (rule) => isAboutKey(rule, input.key) && isForPerson(rule, input),
  );
  return { ...gathered, input: { ...input, rules } };
}

test('one statement gathers what a look at every row finds, now and at any moment before', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyCampus,
      fc.integer({ min: -70, max: 0 }),
      fc.boolean(),
      async (drawn, hoursAgo, noKeysWhileOverdue) => {
        await storeCampus(db, drawn);
        const campus = await readCampusRows(db);
        const policy = { timezone, noKeysWhileOverdue };
        const at = new Date(Date.now() + hoursAgo * 3_600_000);
        for (const { id: keyId } of campus.keys)
          for (const { id: personId } of campus.people) {
            const question = { keyId, personId };
            const now = await gatherAccess(db, question, policy);
            if (!now) throw new Error('Nothing was gathered');
            expect(deciding(now)).toEqual(
              scan(campus, { ...question, at: now.input.at }, noKeysWhileOverdue),
            );
            expect(deciding(await gatherPastAccess(db, { ...question, at }, policy))).toEqual(
              scan(campus, { ...question, at }, noKeysWhileOverdue),
            );
          }
      },
    ),
    { numRuns: 15 * inject('thoroughness') },
  );
});

test('of a key or person that does not exist nothing is gathered', async () => {
  const policy = { timezone, noKeysWhileOverdue: true };
  const nobody = { keyId: 'f'.repeat(24), personId: 'e'.repeat(24) };
  expect(await gatherAccess(db, nobody, policy)).toBeNull();
  expect(await gatherAccess(db, { codeHash: Buffer.alloc(32) }, policy)).toBeNull();
  const card = { keyId: nobody.keyId, cardHash: Buffer.alloc(32) };
  expect(await gatherAccess(db, card, policy)).toBeNull();
});
