import type { KeyTableRow } from '../test/factories/keys.ts';
import type { LoanRow } from '../test/factories/loans.ts';
import type { UserRow } from '../test/factories/users.ts';
import { type Campus, type DemoOptions, demoCampus } from './campus.ts';
import { borrowingHabits } from './habits.ts';
import { keysOut } from './keys-out.ts';
import { loanHistory } from './loan-history.ts';
import { demoNotices, type NotificationRow } from './notices.ts';
import { demoSignIns, type SignInRow } from './sign-ins.ts';

/** All rows of the demo, ready to be stored in this order. */
interface DemoStory {
  readonly users: UserRow[];
  readonly keys: KeyTableRow[];
  readonly loans: LoanRow[];
  readonly signIns: SignInRow[];
  readonly notifications: NotificationRow[];
}

/** Whoever takes a key signed in shortly before it; the desk, at the start of its work. */
const withLastLogin = ({ random, people }: Campus, loans: readonly LoanRow[]): UserRow[] => {
  const lastSeen = new Map<string, Date>();
  for (const { holderId, handedBy, takenAt } of loans)
    for (const id of [holderId, handedBy]) lastSeen.set(id, takenAt);
  return people.map((person) => {
    const seen = lastSeen.get(person.id)?.getTime() ?? 0;
    const signedIn = seen - random.between(2, 40) * 60_000;
    return { ...person, lastLogin: new Date(Math.max(signedIn, person.createdAt.getTime())) };
  });
};

/** Every loan that opens or closes makes a new version of its key. */
const withVersions = ({ keys }: Campus, loans: readonly LoanRow[]): KeyTableRow[] => {
  const changes = new Map<string, number>();
  for (const { keyId, returnedAt } of loans)
    changes.set(keyId, (changes.get(keyId) ?? 0) + (returnedAt ? 2 : 1));
  return keys.map((key) => ({ ...key, version: 1 + (changes.get(key.id) ?? 0) }));
};

/** Tells the demo's story; the same options tell the same one. */
export const demoStory = (options: DemoOptions): DemoStory => {
  const campus = demoCampus(options);
  const habits = borrowingHabits(campus);
  const open = keysOut(campus, habits);
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
};
