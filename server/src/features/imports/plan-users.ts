import { errorCatalogue } from '@keydesk/shared/errors';
import type { ImportRow } from '@keydesk/shared/imports/routes';
import {
  type RegistrationDepartment,
  registrationDepartments,
} from '@keydesk/shared/users/department';
import { facultyIdSchema, personNameSchema } from '@keydesk/shared/users/person-fields';
import { isNameAllowed, normalizeName } from '@keydesk/shared/users/person-name';
import { type Role, type RoleMailboxes, roles } from '@keydesk/shared/users/role';
import { z } from 'zod';
import type { Columns, TableRow } from '../../platform/csv/csv.ts';
import { iterateYielding } from '../../platform/event-loop.ts';
import { matchChoice } from './import-file.ts';

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
export function foldCase(text: string): string {
  return text.trim().toLowerCase();
}

type ExistingPeople = { people: readonly ExistingUser[]; mailboxes: RoleMailboxes };

/** What a file would do to the people who exist, row by row. */
export async function planUsers(
  table: readonly TableRow<UserColumn>[],
  { people, mailboxes }: ExistingPeople,
  signal: AbortSignal,
): Promise<UserPlan> {
  const byEmail = new Map(people.map((person) => [foldCase(person.email), person]));
  const byFacultyId = new Map(people.map((person) => [foldCase(person.facultyId ?? ''), person]));
  const plan: UserPlan = { rows: [], creations: [], updates: [] };
  const emailAgain = createDuplicateFinder();
  const facultyIdAgain = createDuplicateFinder();

  const problemsOf = ({ facts, problems }: ReadUser, line: number): string[] => {
    const { email, facultyId = '' } = facts;
    const existing = byEmail.get(foldCase(email));
    const emailLine = emailAgain(email, line);
    const facultyIdLine = facultyIdAgain(facultyId, line);
    const bearer = facultyId === '' ? undefined : byFacultyId.get(foldCase(facultyId));
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
    const existing = byEmail.get(foldCase(read.facts.email));
    if (!existing) {
      plan.creations.push(newUserFrom(read.facts));
      return 'create';
    }
    const after = applyFields(existing, read.facts);
    if (!hasChanged(existing, after)) return 'unchanged';
    plan.updates.push({ before: existing, after });
    return 'update';
  };

  for await (const row of iterateYielding(table, signal)) {
    const read = readUserCells(row);
    const problems = problemsOf(read, row.line);
    const outcome = decide(read, problems);
    plan.rows.push({ line: row.line, outcome, name: read.facts.email, problems });
  }
  return plan;
}

/** Remembers on which line a text was first; tells the earlier line of one that comes again. */
function createDuplicateFinder() {
  const lines = new Map<string, number>();
  return (text: string, line: number): number | undefined => {
    const earlier = lines.get(foldCase(text));
    if (earlier === undefined && foldCase(text) !== '') lines.set(foldCase(text), line);
    return earlier;
  };
}

/** Whoever has a name already may keep it. */
function nameProblem(
  { name, email }: UserFields,
  existing: ExistingUser | undefined,
  mailboxes: RoleMailboxes,
): string[] {
  return name === undefined || name === existing?.name || isNameAllowed(name, email, mailboxes)
    ? []
    : [errorCatalogue.NAME_RESERVED.message];
}

function roleProblem({ role }: UserFields, existing: ExistingUser | undefined): string[] {
  return existing && role !== undefined && role !== existing.role
    ? [`The role is ${existing.role}. Roles are changed on Manage Users, person by person.`]
    : [];
}

function newUserFrom(facts: UserFields): NewUser {
  return {
    email: facts.email,
    name: facts.name ?? '',
    role: facts.role ?? 'pending',
    department: facts.department ?? null,
    facultyId: facts.facultyId ?? null,
  };
}

function applyFields(existing: ExistingUser, facts: UserFields): ExistingUser {
  return {
    ...existing,
    name: facts.name ?? existing.name,
    department: facts.department ?? existing.department,
    facultyId: facts.facultyId ?? existing.facultyId,
  };
}

function hasChanged(a: ExistingUser, b: ExistingUser): boolean {
  return a.name !== b.name || a.department !== b.department || a.facultyId !== b.facultyId;
}

/** The facts that a row gives; an empty cell gives none, but for name and address. */
function readUserCells({ cells, problems: structural }: TableRow<UserColumn>): ReadUser {
  const { name, email = '', role = '', department = '', facultyId = '' } = cells;
  const problems = [
    ...structural,
    ...(email === '' ? ['Email is required'] : firstMessage(emailSchema.safeParse(email))),
    ...(name === undefined ? [] : firstMessage(personNameSchema.safeParse(name))),
    ...(facultyId === '' ? [] : firstMessage(facultyIdSchema.safeParse(facultyId))),
  ];
  const chosen = {
    role: role === '' ? null : matchChoice(roleChoice, role),
    department: department === '' ? null : matchChoice(departmentChoice, department),
  };
  for (const choice of [chosen.role, chosen.department])
    if (choice?.problem) problems.push(choice.problem);
  return {
    facts: {
      email,
      ...(name !== undefined && { name: normalizeName(name) }),
      ...(chosen.role?.value && { role: chosen.role.value as Role }),
      ...(chosen.department?.value && {
        department: chosen.department.value as RegistrationDepartment,
      }),
      ...(facultyId !== '' && { facultyId }),
    },
    problems,
  };
}

function firstMessage(parsed: z.ZodSafeParseResult<unknown>): string[] {
  return parsed.success ? [] : [parsed.error.issues[0]?.message ?? 'Invalid'];
}

/** What a file gives of a person; a field that it does not give stays as it is. */
type UserFields = {
  email: string;
  name?: string;
  role?: Role;
  department?: RegistrationDepartment;
  facultyId?: string;
};

type ReadUser = { facts: UserFields; problems: string[] };

const emailSchema = z.email('Email is not valid').max(254, 'Email is too long');

const departmentChoice = {
  name: 'Department',
  values: registrationDepartments.map(({ value }) => value),
};
const roleChoice = { name: 'Role', values: roles };

/** What a file says of a person. */
type UserColumn = 'name' | 'email' | 'role' | 'department' | 'facultyId';

/** The columns of a file of people, read and written. */
export const userColumns: Columns<UserColumn> = {
  name: 'Name',
  email: 'Email',
  role: 'Role',
  department: 'Department',
  facultyId: 'Faculty ID',
};
