import { type KeyTableRow, keyRow } from '../test/factories/keys.ts';
import { type LoanRow, promise } from '../test/factories/loans.ts';
import { type UserRow, userRow } from '../test/factories/users.ts';
import { type CampusDay, campusDays, minuteOfDay } from './calendar.ts';
import { keyCatalogue } from './key-catalogue.ts';
import { demoPeople, fixedAddresses, type Mailboxes } from './people.ts';
import { type Random, seededRandom } from './random.ts';

export type DemoOptions = {
  readonly now: Date;
  readonly timezone: string;
  readonly reminderTime?: string;
  /** The configured addresses of the demo's admin and desk. */
  readonly mailboxes: Mailboxes;
  /** The identity provider of the demo people, and each one's subject there. */
  readonly issuer: string;
  readonly subjectOf: (email: string) => string;
};

/** The people, keys and days from which the demo's loans are generated. */
export type Campus = {
  readonly now: Date;
  readonly random: Random;
  /** Today first. */
  readonly days: readonly CampusDay[];
  readonly people: readonly UserRow[];
  readonly keys: readonly KeyTableRow[];
  readonly guards: readonly [UserRow, ...UserRow[]];
  /** The faculty member whom guided tours sign in as. */
  readonly star: UserRow | undefined;
  /** When what is handed out then is due. */
  readonly promise: (takenAt: Date) => Pick<LoanRow, 'dueAt' | 'graceUntil'>;
};

const dayMs = 86_400_000;
const historyDays = 91;
const seed = 20_250_106;

/** Creates the campus; the same options give the same one. */
export function createCampus(options: DemoOptions): Campus {
  const random = seededRandom(seed);
  const people = peopleRows(random, options);
  const [guard, ...otherGuards] = people.filter(({ role }) => role === 'security');
  if (!guard) throw new Error('A demo needs somebody at the desk');
  return {
    now: options.now,
    random,
    days: campusDays(options.now, options.timezone, historyDays),
    people,
    keys: keyRows(random, options.now),
    guards: [guard, ...otherGuards],
    star: people.find(({ email }) => email === fixedAddresses.faculty),
    promise: (takenAt) => promise(takenAt, options.timezone, options.reminderTime),
  };
}

function peopleRows(random: Random, { now, mailboxes, issuer, subjectOf }: DemoOptions) {
  return demoPeople(mailboxes).map(({ joinedDaysAgo, ...person }) => {
    const createdAt = daysBefore(now, joinedDaysAgo + random.fraction() / 4);
    return userRow({
      ...person,
      id: random.idAt(createdAt),
      issuer,
      subject: subjectOf(person.email),
      createdAt,
      updatedAt: createdAt,
    });
  });
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

function keyRows(random: Random, now: Date) {
  return keyCatalogue().map((fields) => {
    const createdAt = daysBefore(now, random.between(200, 680) + random.fraction());
    return keyRow({
      ...fields,
      id: random.idAt(createdAt),
      createdAt,
      updatedAt: createdAt,
    });
  });
}

const shiftChangeMinute = 14 * 60;

/** Who is at the desk: mostly the first guard until two o'clock, mostly the others after that. */
export function guardOnDuty({ random, days, guards }: Campus, moment: Date): UserRow {
  const [first, ...others] = guards;
  const isFirst = random.chance(minuteOfDay(days, moment) < shiftChangeMinute ? 0.9 : 0.25);
  return isFirst || others.length === 0 ? first : random.pick(others);
}
