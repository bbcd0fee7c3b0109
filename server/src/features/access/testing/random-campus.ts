import { hourMs } from '@keydesk/shared/core/dates';
import fc from 'fast-check';
import { insertKey } from '../../../../test/factories/keys.ts';
import { loanRow } from '../../../../test/factories/loans.ts';
import { insertUser } from '../../../../test/factories/users.ts';
import type { Database } from '../../../db/client.ts';
import * as tables from '../../../db/schema.ts';

/** The rows of a campus that decide who may take its keys. */
export type CampusRows = {
  keys: (typeof tables.keys.$inferSelect)[];
  people: (typeof tables.users.$inferSelect)[];
  groups: (typeof tables.groups.$inferSelect)[];
  members: (typeof tables.groupMembers.$inferSelect)[];
  rules: (typeof tables.accessRules.$inferSelect)[];
  grants: (typeof tables.grants.$inferSelect)[];
  loans: (typeof tables.loans.$inferSelect)[];
  departments: (typeof tables.departments.$inferSelect)[];
  categories: (typeof tables.categories.$inferSelect)[];
  blocks: (typeof tables.blocks.$inferSelect)[];
};

export async function readCampusRows({ orm }: Database): Promise<CampusRows> {
  return {
    keys: await orm.select().from(tables.keys),
    people: await orm.select().from(tables.users),
    groups: await orm.select().from(tables.groups),
    members: await orm.select().from(tables.groupMembers),
    rules: await orm.select().from(tables.accessRules),
    grants: await orm.select().from(tables.grants),
    loans: await orm.select().from(tables.loans),
    departments: await orm.select().from(tables.departments),
    categories: await orm.select().from(tables.categories),
    blocks: await orm.select().from(tables.blocks),
  };
}

const index = fc.nat(5);
/** Hours from now. */
const hours = fc.integer({ min: -60, max: 60 });
const past = fc.integer({ min: -60, max: 0 });
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
const department = fc.constantFrom('CSE', 'EEE');
const category = fc.constantFrom('lab', 'office');
const block = fc.constantFrom('A', 'B');

const target = fc.oneof(
  fc.constant({ target: 'all' as const, named: null }),
  department.map((named) => ({ target: 'department' as const, named })),
  category.map((named) => ({ target: 'category' as const, named })),
  block.map((named) => ({ target: 'block' as const, named })),
  index.map((named) => ({ target: 'key' as const, named })),
);
const subject = fc.oneof(
  fc.constant({ subject: 'everyone' as const, whom: null }),
  fc
    .constantFrom('faculty', 'security', 'admin')
    .map((whom) => ({ subject: 'role' as const, whom })),
  department.map((whom) => ({ subject: 'department' as const, whom })),
  index.map((whom) => ({ subject: 'group' as const, whom })),
  index.map((whom) => ({ subject: 'person' as const, whom })),
);

/** What a random campus consists of; people, keys and groups by their place in the list. */
export const anyCampus = fc.record({
  people: fc.array(
    fc.record({
      role: fc.constantFrom('faculty', 'security', 'admin', 'operator' as const),
      department: maybe(department),
      departmentConfirmed: fc.boolean(),
      gone: fc.constantFrom(null, null, null, 'suspended' as const, 'deleted' as const),
    }),
    { minLength: 6, maxLength: 6 },
  ),
  heads: fc.tuple(maybe(index), maybe(index)),
  keys: fc.array(
    fc.record({
      department,
      category,
      block,
      owner: maybe(index),
      level: fc.constantFrom('normal' as const, 'restricted' as const, 'high' as const),
    }),
    { minLength: 6, maxLength: 6 },
  ),
  members: fc.uniqueArray(
    fc.record({ group: index, person: index, from: past, until: maybe(hours), ended: maybe(past) }),
    { maxLength: 25, selector: ({ group, person }) => `${group} ${person}` },
  ),
  rules: fc.array(
    fc.record({
      target,
      subject,
      except: maybe(index),
      from: maybe(hours),
      until: maybe(hours),
      effect: fc.constantFrom('allow' as const, 'approve' as const, 'deny' as const),
      times: fc.constantFrom([null, null], ['08:00', '18:00'], ['22:00', '06:00'], [null, '12:00']),
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      created: past,
      ended: maybe(past),
    }),
    { maxLength: 40 },
  ),
  grants: fc.array(
    fc.record({
      key: index,
      person: index,
      from: past,
      until: maybe(hours),
      revoked: maybe(past),
      created: past,
      uses: fc.constantFrom(null, null, 0, 1, 3),
      usedUp: past,
    }),
    { maxLength: 30 },
  ),
  loans: fc.uniqueArray(
    fc.record({ key: index, person: index, taken: past, due: hours, returned: maybe(fc.nat(20)) }),
    { maxLength: 10, selector: ({ key }) => key },
  ),
});
export type AnyCampus = typeof anyCampus extends fc.Arbitrary<infer T> ? T : never;

/** Stores a campus in place of the one before. */
export async function storeCampus(db: Database, campus: AnyCampus): Promise<void> {
  const { orm } = db;
  await db.query('UPDATE departments SET head_id = NULL');
  await db.query('TRUNCATE users, keys, groups CASCADE');
  const now = Date.now();
  const at = (hour: number) => new Date(now + hour * hourMs);
  const maybeAt = (hour: number | null) => (hour === null ? null : at(hour));
  const people: string[] = [];
  for (const { gone, ...one } of campus.people) {
    const closed = gone === 'deleted' ? { deletedAt: at(-1) } : { suspendedAt: at(-1) };
    people.push((await insertUser(db, { ...one, ...(gone && closed) })).id);
  }
  const person = (place: number) => people[place] ?? '';
  const keys: string[] = [];
  for (const { owner, ...one } of campus.keys)
    keys.push((await insertKey(db, { ...one, ownerId: owner === null ? null : person(owner) })).id);
  const key = (place: number) => keys[place] ?? '';
  for (const [nth, head] of campus.heads.entries())
    if (head !== null)
      await db.query('UPDATE departments SET head_id = $1 WHERE code = $2', [
        person(head),
        ['CSE', 'EEE'][nth],
      ]);
  const groupIds = (
    await orm
      .insert(tables.groups)
      .values(people.map((_, nth) => ({ name: `Group ${nth}` })))
      .returning({ id: tables.groups.id })
  ).map(({ id }) => id);
  const group = (place: number) => groupIds[place] ?? '';
  const by = person(0);
  const insert = async <T>(rows: T[], store: (rows: T[]) => Promise<unknown>) =>
    rows.length > 0 && store(rows);
  await insert(
    campus.members.map(({ group: of, person: who, from, until, ended }) => ({
      groupId: group(of),
      userId: person(who),
      validFrom: at(from),
      validUntil: maybeAt(until),
      addedBy: by,
      endedAt: maybeAt(ended),
    })),
    (rows) => orm.insert(tables.groupMembers).values(rows),
  );
  const named = { key, person, group };
  const idOf = (kind: string, value: string | number | null) =>
    typeof value === 'number' ? (named[kind as keyof typeof named]?.(value) ?? '') : value;
  await insert(
    campus.rules.map(({ target: about, subject: whom, times, from, until, ...rule }) => ({
      target: about.target,
      targetId: idOf(about.target, about.named),
      subject: whom.subject,
      subjectId: idOf(whom.subject, whom.whom),
      effect: rule.effect,
      weekdays: rule.weekdays,
      note: '',
      createdBy: by,
      exceptGroupId: rule.except === null ? null : group(rule.except),
      fromTime: times[0] ?? null,
      toTime: times[1] ?? null,
      validFrom: maybeAt(from),
      validUntil: until !== null && from !== null && until <= from ? null : maybeAt(until),
      createdAt: at(rule.created),
      endedAt: maybeAt(rule.ended),
    })),
    (rows) => orm.insert(tables.accessRules).values(rows),
  );
  await insert(
    campus.grants.map(({ key: of, person: who, created, from, until, uses, usedUp, revoked }) => ({
      keyId: key(of),
      userId: person(who),
      givenBy: by,
      reason: '',
      createdAt: at(created),
      validFrom: at(from),
      validUntil: until !== null && until <= from ? null : maybeAt(until),
      usesLeft: uses,
      usedUpAt: uses === 0 ? at(usedUp) : null,
      revokedAt: maybeAt(revoked),
    })),
    (rows) => orm.insert(tables.grants).values(rows),
  );
  await insert(
    campus.loans.map(({ key: of, person: who, taken, due, returned }) => {
      const returnedAt = returned === null ? null : at(Math.min(0, taken + returned));
      return loanRow({
        keyId: key(of),
        holderId: person(who),
        handedBy: by,
        takenAt: at(taken),
        dueAt: at(due),
        graceUntil: at(due),
        returnedAt,
        ...(returnedAt && { returnType: 'own', returnedBy: person(who), receivedBy: by }),
      });
    }),
    (rows) => orm.insert(tables.loans).values(rows),
  );
}
