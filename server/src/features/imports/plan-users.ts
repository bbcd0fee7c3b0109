import { errorCatalogue } from '@keydesk/shared/errors';
import type { ImportRow } from '@keydesk/shared/imports/imports.routes';
import { mayBeCalled } from '@keydesk/shared/users/person-name';
import type { Role } from '@keydesk/shared/users/role';
import type { RoleMailboxes } from '@keydesk/shared/users/role-assignment';
import type { TableRow } from '../../csv/csv-table.ts';
import { inTurns } from '../../in-turns.ts';
import { type ReadUser, readUserCells, type UserFacts } from './user-cells.ts';
import type { UserColumn } from './user-columns.ts';

/** A person who exists, as far as a file may tell of them. */
export type ExistingUser = {
  id: string;
  email: string;
  name: string;
  role: Role;
  department: string | null;
  facultyId: string | null;
  /** A removed person keeps address and Faculty ID, and comes back by being restored alone. */
  isRemoved: boolean;
};

export type NewUser = Omit<ExistingUser, 'id' | 'isRemoved'>;

/** A person as they were, and as they are to be. */
type UserUpdate = { before: ExistingUser; after: ExistingUser };

export type UserPlan = { rows: ImportRow[]; creations: NewUser[]; updates: UserUpdate[] };

/** Addresses and faculty IDs that differ only in case are the same. */
export const folded = (text: string): string => text.trim().toLowerCase();

const roleProblem = ({ role }: UserFacts, existing: ExistingUser | undefined): string[] =>
  existing && role !== undefined && role !== existing.role
    ? [`The role is ${existing.role}. Roles are changed on Manage Users, person by person.`]
    : [];

/** Whoever has a name already may keep it. */
const nameProblem = (
  { name, email }: UserFacts,
  existing: ExistingUser | undefined,
  mailboxes: RoleMailboxes,
): string[] =>
  name === undefined || name === existing?.name || mayBeCalled(name, email, mailboxes)
    ? []
    : [errorCatalogue.NAME_RESERVED.message];

const updated = (existing: ExistingUser, facts: UserFacts): ExistingUser => ({
  ...existing,
  name: facts.name ?? existing.name,
  department: facts.department ?? existing.department,
  facultyId: facts.facultyId ?? existing.facultyId,
});

const differs = (a: ExistingUser, b: ExistingUser): boolean =>
  a.name !== b.name || a.department !== b.department || a.facultyId !== b.facultyId;

const created = (facts: UserFacts): NewUser => ({
  email: facts.email,
  name: facts.name ?? '',
  role: facts.role ?? 'pending',
  department: facts.department ?? null,
  facultyId: facts.facultyId ?? null,
});

/** Remembers on which line a text was first; tells the earlier line of one that comes again. */
const repeats = () => {
  const lines = new Map<string, number>();
  return (text: string, line: number): number | undefined => {
    const earlier = lines.get(folded(text));
    if (earlier === undefined && folded(text) !== '') lines.set(folded(text), line);
    return earlier;
  };
};

type Known = { people: readonly ExistingUser[]; mailboxes: RoleMailboxes };

/** What a file would do to the people who exist, row by row. */
export async function planUsers(
  table: readonly TableRow<UserColumn>[],
  { people, mailboxes }: Known,
  signal: AbortSignal,
): Promise<UserPlan> {
  const byEmail = new Map(people.map((person) => [folded(person.email), person]));
  const byFacultyId = new Map(people.map((person) => [folded(person.facultyId ?? ''), person]));
  const plan: UserPlan = { rows: [], creations: [], updates: [] };
  const emailAgain = repeats();
  const facultyIdAgain = repeats();

  const problemsOf = ({ facts, problems }: ReadUser, line: number): string[] => {
    const { email, facultyId = '' } = facts;
    const existing = byEmail.get(folded(email));
    const emailLine = emailAgain(email, line);
    const facultyIdLine = facultyIdAgain(facultyId, line);
    const bearer = facultyId === '' ? undefined : byFacultyId.get(folded(facultyId));
    const lacksName = !existing && facts.name === undefined;
    return [
      ...problems,
      ...(lacksName ? ['Name is required'] : []),
      ...(emailLine ? [`${email} is already on line ${emailLine}`] : []),
      ...(facultyIdLine ? [`Faculty ID ${facultyId} is already on line ${facultyIdLine}`] : []),
      ...(bearer && bearer !== existing
        ? [`Faculty ID ${facultyId} is already registered to ${bearer.email}`]
        : []),
      ...(existing?.isRemoved ? ['This person was removed. Restore them on Manage Users.'] : []),
      ...nameProblem(facts, existing, mailboxes),
      ...roleProblem(facts, existing),
    ];
  };

  const decide = (read: ReadUser, problems: readonly string[]): ImportRow['outcome'] => {
    if (problems.length > 0) return 'refused';
    const existing = byEmail.get(folded(read.facts.email));
    if (!existing) {
      plan.creations.push(created(read.facts));
      return 'create';
    }
    const after = updated(existing, read.facts);
    if (!differs(existing, after)) return 'unchanged';
    plan.updates.push({ before: existing, after });
    return 'update';
  };

  for await (const row of inTurns(table, signal)) {
    const read = readUserCells(row);
    const problems = problemsOf(read, row.line);
    const outcome = decide(read, problems);
    plan.rows.push({ line: row.line, outcome, name: read.facts.email, problems });
  }
  return plan;
}
