import { dayMs, minuteMs } from '../../core/dates.ts';
import { keyLevelNames } from '../../keys/key-levels.ts';
import { type NamedRule, ruleEffects } from '../access-rule.ts';
import type { AccessInput } from '../decide-access.ts';

/**
 * Inputs in which rules often meet: few keys, people and groups, times at the borders of windows, and
 * weeks in which clocks change. The same seed gives the same inputs.
 */
export function* randomInputs(count: number, seed: number): Generator<AccessInput> {
  const random = randomFrom(seed);
  for (let made = 0; made < count; made += 1) yield makeInput(random);
}

export const timezones = ['Asia/Kolkata', 'Europe/Berlin', 'Australia/Lord_Howe'] as const;

/** Weeks of 2026 in which clocks change in Berlin or on Lord Howe, one in which none do. */
const weeks = ['2026-03-26', '2026-04-02', '2026-10-01', '2026-10-22', '2026-12-29'];

const people = {
  person: ['asha', 'ben'],
  role: ['faculty', 'security'],
  department: ['CSE', 'ECE'],
  group: ['students', 'trained', 'night'],
} as const;
const keys = {
  key: ['k1', 'k2'],
  department: ['CSE', 'ECE'],
  category: ['lab', 'workshop'],
  block: ['A', 'B'],
} as const;
const times = ['00:00', '06:00', '08:15', '18:00', '22:30'] as const;

function makeInput(random: Random): AccessInput {
  const at = makeMoment(random);
  const [firstKey, secondKey] = keys.key;
  return {
    at,
    timezone: random.of(timezones),
    key: {
      id: random.chance(0.7) ? firstKey : secondKey,
      keyNumber: 'MK-1',
      level: random.of(keyLevelNames),
      department: random.of(keys.department),
      category: random.of(keys.category),
      block: random.of(keys.block),
    },
    person: {
      id: random.of(people.person),
      name: 'Asha Rao',
      role: random.of(people.role),
      department: random.chance(0.2) ? null : random.of(people.department),
      departmentConfirmed: random.chance(0.7),
    },
    rules: Array.from({ length: random.below(8) }, (_, index) => makeRule(random, at, index)),
    groupIds: people.group.filter(() => random.chance(0.5)),
    granted: random.chance(0.2),
    approverName: random.chance(0.5) ? 'Dr Menon' : null,
    overdueKeyNumber: random.chance(0.2) ? 'B-204' : null,
  };
}

/** Quarters of hours, which borders of windows are too, and the milliseconds beside them. */
function makeMoment(random: Random): Date {
  const quarter = random.below(7 * 24 * 4) * 15 * minuteMs;
  return new Date(Date.parse(random.of(weeks)) + quarter + random.of([0, 0, 0, -1, 1]));
}

function makeRule(random: Random, at: Date, index: number): NamedRule {
  const target = random.of(['all', 'department', 'category', 'block', 'key'] as const);
  const subject = random.of(['everyone', 'role', 'department', 'group', 'person'] as const);
  return {
    id: `r${index}`,
    target,
    targetId: target === 'all' ? null : random.of(keys[target]),
    targetName: target === 'all' ? null : 'Named',
    subject,
    subjectId: subject === 'everyone' ? null : random.of(people[subject]),
    subjectName: subject === 'everyone' ? null : 'Named',
    effect: random.of(ruleEffects),
    exceptGroupId: random.chance(0.25) ? random.of(people.group) : null,
    exceptGroupName: null,
    ...makeWindow(random),
    validFrom: random.chance(0.3) ? makeBound(random, at) : null,
    validUntil: random.chance(0.3) ? makeBound(random, at) : null,
    createdByName: 'R. Iyer',
    note: '',
  };
}

function makeWindow(random: Random): Pick<NamedRule, 'weekdays' | 'fromTime' | 'toTime'> {
  const everyDay = [1, 2, 3, 4, 5, 6, 7];
  const some = everyDay.filter(() => random.chance(0.5));
  const weekdays = some.length === 0 || random.chance(0.4) ? everyDay : some;
  const fromTime = random.chance(0.6) ? random.of(times) : null;
  const toTime = random.chance(0.6) ? random.of(times.filter((time) => time !== fromTime)) : null;
  return { weekdays, fromTime, toTime };
}

/** A moment around the one of the hand-out, or that one itself. */
function makeBound(random: Random, at: Date): string {
  const distance = random.of([-dayMs, -1, 0, 0, 1, dayMs]);
  return new Date(at.getTime() + distance).toISOString();
}

type Random = ReturnType<typeof randomFrom>;

function randomFrom(seed: number) {
  let state = seed;
  /** A linear congruence; its upper bits are the better ones. */
  const fraction = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(fraction() * limit);
  return {
    below,
    chance: (probability: number) => fraction() < probability,
    of: <Item>(items: readonly Item[]): Item => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('There is nothing to choose from');
      return item;
    },
  };
}
