import { may } from '@keydesk/shared/http/roles';
import type { KeyTableRow } from '../test/factories/keys.ts';
import type { UserRow } from '../test/factories/users.ts';
import type { Campus } from './campus.ts';
import type { Random } from './random.ts';

/** How often someone comes to the desk, and for which keys. */
export type Habits = {
  readonly person: UserRow;
  readonly keenness: number;
  readonly favourites: readonly KeyTableRow[];
  readonly nearby: readonly KeyTableRow[];
  readonly elsewhere: readonly KeyTableRow[];
};

const favouriteCount = 6;
const starKeenness = 1.8;
const favouriteWeights = [10, 6, 4, 3, 2, 1];
const teachingRooms = new Set(['classroom', 'lab']);

/** The habits of everyone who may hold a key. */
export function borrowingHabits(campus: Campus): Habits[] {
  return campus.people
    .filter(({ role }) => may(role, 'borrowKeys'))
    .map((person) => habitsOf(campus, person));
}

function habitsOf(campus: Campus, person: UserRow): Habits {
  const department = keyDepartmentOf(person);
  const nearby = campus.keys.filter((key) => key.department === department);
  const rooms = nearby.filter((key) => teachingRooms.has(key.category));
  return {
    person,
    keenness: keennessOf(campus, person),
    favourites: sample(
      campus.random,
      rooms.length >= favouriteCount ? rooms : nearby,
      favouriteCount,
    ),
    nearby,
    elsewhere: campus.keys.filter((key) => ['COMMON', 'RESEARCH'].includes(key.department)),
  };
}

/** The department whose keys someone mostly takes. */
function keyDepartmentOf({ role, department }: UserRow): string {
  if (role === 'security') return 'COMMON';
  if (role === 'admin') return 'ADMIN';
  return department === 'CSE-AIML' ? 'AIML' : (department ?? 'COMMON');
}

function keennessOf({ random, star }: Campus, person: UserRow): number {
  if (person.id === star?.id) return starKeenness;
  return person.role === 'faculty' ? 0.4 + random.fraction() * 0.9 : 0.3;
}

function sample<T>(random: Random, items: readonly T[], count: number): T[] {
  const left = [...items];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const item = random.pick(left);
    left.splice(left.indexOf(item), 1);
    return item;
  });
}

/** Someone who had joined by then; the keener, the likelier. */
export function pickBorrower(random: Random, habits: readonly Habits[], moment: Date): Habits {
  return random.pickWeighted(habits, ({ person, keenness }) =>
    person.createdAt < moment ? keenness : 0,
  );
}

/** A key that this person would take, mostly one of their favourites. */
export function pickWantedKey(random: Random, habits: Habits): KeyTableRow {
  const chance = random.fraction();
  if (chance < 0.65)
    return random.pickWeighted(habits.favourites, (_, index) => favouriteWeights[index] ?? 0);
  return random.pick(chance < 0.87 ? habits.nearby : habits.elsewhere);
}
