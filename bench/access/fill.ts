import type { NamedRule } from '@keydesk/shared/access/access-rule';
import type { Database } from '../../server/src/platform/db/client.ts';
import { accessRules, groupMembers, groups, keys } from '../../server/src/platform/db/tables.ts';

type RuleRow = typeof accessRules.$inferInsert;

const departments = ['CSE', 'EEE', 'IoT', 'ECE', 'MECH', 'CIVIL', 'IT', 'ADMIN'];
const categories = ['classroom', 'lab', 'office', 'storage', 'library', 'hostel'];
const blocks = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
const groupCount = 40;

/** Spreads the keys over the lists of the campus, so that rules are about a part of them. */
export async function spreadKeys(db: Database): Promise<void> {
  await db.query(
    `UPDATE keys SET department = $1[1 + n % $4], category = $2[1 + n % $5], block = $3[1 + n % $6]
       FROM (SELECT id AS key_id, row_number() OVER (ORDER BY id) AS n FROM keys) AS numbered
      WHERE keys.id = key_id`.replaceAll(/\$([123])\[/g, '($$$1::text[])['),
    [departments, categories, blocks, departments.length, categories.length, blocks.length],
  );
}

/**
 * Adds rules of every kind that leave everybody what they may take: about single keys, lists and all
 * keys, for people, groups, roles and departments, some at certain hours only.
 */
export async function addRules(
  db: Database,
  { count, people }: { count: number; people: readonly { id: string }[] },
): Promise<void> {
  const [admin] = people;
  if (!admin) throw new Error('Nobody makes rules');
  const keyIds = (await db.orm.select({ id: keys.id }).from(keys)).map(({ id }) => id);
  const groupIds = (
    await db.orm
      .insert(groups)
      .values(Array.from({ length: groupCount }, (_, nth) => ({ name: `Group ${nth}` })))
      .returning({ id: groups.id })
  ).map(({ id }) => id);
  await db.orm.insert(groupMembers).values(
    people.slice(0, 2_000).map(({ id }, nth) => ({
      groupId: at(groupIds, nth),
      userId: id,
      addedBy: admin.id,
    })),
  );
  const personIds = people.map(({ id }) => id);
  const rules = Array.from({ length: count }, (_, nth): RuleRow => {
    const isTimed = nth % 3 === 0;
    return {
      ...targetOf(nth, keyIds),
      ...subjectOf(nth, { groupIds, personIds }),
      effect: 'allow',
      weekdays: isTimed ? [1, 2, 3, 4, 5] : [1, 2, 3, 4, 5, 6, 7],
      fromTime: isTimed ? '08:00' : null,
      toTime: isTimed ? '18:00' : null,
      exceptGroupId: nth % 5 === 0 ? at(groupIds, nth) : null,
      note: `Rule ${nth}`,
      createdBy: admin.id,
    };
  });
  await db.orm.insert(accessRules).values(rules);
  await db.query('UPDATE access_version SET version = version + 1');
  await db.query('VACUUM ANALYZE');
}

function targetOf(nth: number, keyIds: readonly string[]): Pick<NamedRule, 'target' | 'targetId'> {
  switch (nth % 8) {
    case 0:
      return { target: 'department', targetId: at(departments, nth >> 3) };
    case 1:
      return { target: 'category', targetId: at(categories, nth >> 3) };
    case 2:
      return { target: 'block', targetId: at(blocks, nth >> 3) };
    case 3:
      // Of all keys a campus has few.
      if (nth % 10 === 1) return { target: 'all', targetId: null };
      return { target: 'key', targetId: at(keyIds, nth) };
    default:
      return { target: 'key', targetId: at(keyIds, nth * 7) };
  }
}

type Whom = { groupIds: readonly string[]; personIds: readonly string[] };

function subjectOf(
  nth: number,
  { groupIds, personIds }: Whom,
): Pick<NamedRule, 'subject' | 'subjectId'> {
  switch (nth % 5) {
    case 0:
      return { subject: 'group', subjectId: at(groupIds, nth) };
    case 1:
      return { subject: 'person', subjectId: at(personIds, nth) };
    case 2:
      return { subject: 'department', subjectId: at(departments, nth >> 2) };
    case 3:
      return { subject: 'role', subjectId: nth % 2 === 0 ? 'faculty' : 'security' };
    default:
      return { subject: 'everyone', subjectId: null };
  }
}

function at<T>(list: readonly T[], nth: number): T {
  const one = list[nth % list.length];
  if (one === undefined) throw new Error('The list is empty');
  return one;
}
