import { type NewNotification, toNotice } from '../src/core/messages/notify.ts';
import type { notifications, signIns } from '../src/db/schema.ts';
import type { KeyTableRow } from '../test/factories/keys.ts';
import type { LoanRow } from '../test/factories/loans.ts';
import type { UserRow } from '../test/factories/users.ts';
import { type Campus, createCampus, type DemoOptions } from './campus.ts';
import { borrowingHabits } from './habits.ts';
import { loanHistory } from './loan-history.ts';
import { generateOpenLoans } from './open-loans.ts';

/** All rows of the demo, to be inserted in this order. */
export type DemoData = {
  readonly users: UserRow[];
  readonly keys: KeyTableRow[];
  readonly loans: LoanRow[];
  readonly signIns: SignInRow[];
  readonly notifications: NotificationRow[];
};

/** Generates the demo's data; the same options give the same data. */
export function generateDemoData(options: DemoOptions): DemoData {
  const campus = createCampus(options);
  const habits = borrowingHabits(campus);
  const open = generateOpenLoans(campus, habits);
  const loans = [...loanHistory(campus, habits, open), ...open].sort(
    (one, other) => one.takenAt.getTime() - other.takenAt.getTime(),
  );
  const users = withLastLogin(campus, loans);
  return {
    users,
    keys: withVersions(campus, loans),
    loans,
    signIns: demoSignIns(users, loans),
    notifications: demoNotices(campus, loans),
  };
}

/** Borrowers and guards last signed in shortly before the last handover they took part in. */
function withLastLogin({ random, people }: Campus, loans: readonly LoanRow[]): UserRow[] {
  const lastHandovers = new Map<string, Date>();
  for (const { holderId, handedBy, takenAt } of loans)
    for (const id of [holderId, handedBy]) lastHandovers.set(id, takenAt);
  return people.map((person) => {
    const lastHandover = lastHandovers.get(person.id)?.getTime() ?? 0;
    const signedIn = lastHandover - random.between(2, 40) * 60_000;
    return { ...person, lastLogin: new Date(Math.max(signedIn, person.createdAt.getTime())) };
  });
}

/** Every loan that opens or closes makes a new version of its key. */
function withVersions({ keys }: Campus, loans: readonly LoanRow[]): KeyTableRow[] {
  const changes = new Map<string, number>();
  for (const { keyId, returnedAt } of loans)
    changes.set(keyId, (changes.get(keyId) ?? 0) + (returnedAt ? 2 : 1));
  return keys.map((key) => ({ ...key, version: 1 + (changes.get(key.id) ?? 0) }));
}

/** Everyone signs in on each day they come to the desk or work there, and at their last login. */
function demoSignIns(people: readonly UserRow[], loans: readonly LoanRow[]): SignInRow[] {
  const firstVisits = new Map<string, SignInRow>();
  for (const { holderId, handedBy, takenAt } of loans)
    for (const userId of [holderId, handedBy]) {
      const personAndDay = `${userId} ${takenAt.toISOString().slice(0, 10)}`;
      if (!firstVisits.has(personAndDay))
        firstVisits.set(personAndDay, { userId, at: beforeVisit(takenAt) });
    }
  const last = people.flatMap(({ id, lastLogin }) =>
    lastLogin ? [{ userId: id, at: lastLogin }] : [],
  );
  return [...firstVisits.values(), ...last];
}

/** Two to 39 minutes before the desk is visited. */
function beforeVisit(visit: Date): Date {
  return new Date(visit.getTime() - (2 + (Math.floor(visit.getTime() / 1000) % 38)) * minuteMs);
}

/** The notifications of the star and the desk; `loans` are in the order in which they began. */
function demoNotices(campus: Campus, loans: readonly LoanRow[]): NotificationRow[] {
  const [desk] = campus.guards;
  const readers = campus.star ? [campus.star, desk] : [desk];
  return readers.flatMap(({ id }) => handoverNotices(campus, id, loans));
}

/** Notifications about a holder's latest handovers, the last two still unread. */
function handoverNotices(campus: Campus, holderId: string, loans: readonly LoanRow[]) {
  return loans
    .filter((loan) => loan.holderId === holderId)
    .slice(-maxNotifications)
    .flatMap((loan) => noticesOf(campus, loan))
    .sort(([, one], [, other]) => other.getTime() - one.getTime())
    .slice(0, maxNotifications)
    .map(([notice, at], index) => delivered(campus, notice, at, index >= 2));
}

function noticesOf(campus: Campus, loan: LoanRow): [NewNotification, Date][] {
  const key = campus.keys.find(({ id }) => id === loan.keyId);
  if (!key) return [];
  const { id: aboutId, keyNumber, keyName } = key;
  const { holderId: userId, takenAt, returnedAt, returnType } = loan;
  const facts = { keyNumber, keyName };
  const taken: [NewNotification, Date] = [
    { userId, template: 'key-taken', facts, aboutId },
    takenAt,
  ];
  const person = campus.people.find(({ id }) => id === loan.returnedBy);
  if (!returnedAt || !returnType || !person) return [taken];
  const returner = person.id === userId ? null : { id: person.id, name: person.name };
  const returned = { ...facts, returnType, returner };
  return [taken, [{ userId, template: 'key-returned', facts: returned, aboutId }, returnedAt]];
}

/** A stored notification; if `isRead`, it was read a few minutes after it came. */
function delivered(
  { random, now }: Campus,
  notice: NewNotification,
  createdAt: Date,
  isRead: boolean,
): NotificationRow {
  return {
    ...toNotice(notice, createdAt),
    id: random.idAt(createdAt),
    readAt: isRead ? new Date(Math.min(createdAt.getTime() + readAfterMs, now.getTime())) : null,
  };
}

type SignInRow = typeof signIns.$inferInsert;

const minuteMs = 60_000;

type NotificationRow = typeof notifications.$inferInsert;

const maxNotifications = 8;
const readAfterMs = 4 * 60_000;
