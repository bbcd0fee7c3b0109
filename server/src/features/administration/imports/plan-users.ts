import type { ImportRow, NamedEntry } from '@keydesk/shared/administration/imports';
import { errorCatalogue } from '@keydesk/shared/core/errors';
import { type Role, type RoleMailboxes, roles } from '@keydesk/shared/http/roles';
import {
  facultyIdSchema,
  isNameAllowed,
  type NameRules,
  normalizeFacultyId,
  normalizeName,
  personNameSchema,
} from '@keydesk/shared/people/person-name';
import {
  type PersonFieldName,
  type PersonFields,
  personFieldNames,
  personFields,
} from '@keydesk/shared/people/user';
import { z } from 'zod';
import { iterateYielding } from '../../../core/event-loop.ts';
import type { TableRow } from '../../../core/files/csv.ts';
import {
  type CampusChoices,
  type FileCampus,
  foldCase,
  matchChoice,
  peopleChoices,
} from './import-file.ts';

/** An existing person, with the fields that a file may contain. */
export type ExistingUser = PersonFields & {
  id: string;
  /** A removed person keeps address and Faculty ID; only restoring brings them back. */
  isRemoved: boolean;
};

/** What a file changes of an existing person. */
export const changedByFiles = personFieldNames.filter((name) => personFields[name].changedByFiles);

/** A person before and after the import. */
type UserUpdate = { before: ExistingUser; after: ExistingUser };

export type UserPlan = {
  rows: ImportRow[];
  creations: PersonFields[];
  updates: UserUpdate[];
  /** What the file names and the campus does not have, and what of that is to be created. */
  unknown: NamedEntry[];
  created: NamedEntry[];
};

type ExistingPeople = FileCampus & {
  people: readonly ExistingUser[];
  mailboxes: RoleMailboxes;
};

/** Decides row by row what a file would do to the existing people. */
export async function planUsers(
  table: readonly TableRow<PersonFieldName>[],
  { people, mailboxes, ...file }: ExistingPeople,
  signal: AbortSignal,
): Promise<UserPlan> {
  const byEmail = new Map(people.map((person) => [foldCase(person.email), person]));
  const byFacultyId = new Map(people.map((person) => [foldCase(person.facultyId ?? ''), person]));
  const plan: UserPlan = { rows: [], creations: [], updates: [], unknown: [], created: [] };
  const choices = peopleChoices(file);
  const findDuplicateEmail = createDuplicateFinder();
  const findDuplicateFacultyId = createDuplicateFinder();

  const problemsOf = ({ fields, problems }: ReadUser, line: number): string[] => {
    const { email, facultyId = '' } = fields;
    const existing = byEmail.get(foldCase(email));
    const emailLine = findDuplicateEmail(email, line);
    const facultyIdLine = findDuplicateFacultyId(facultyId, line);
    const holder = facultyId === '' ? undefined : byFacultyId.get(foldCase(facultyId));
    const lacksName = !existing && fields.name === undefined;
    return [
      ...problems,
      ...(lacksName ? ['Name is required'] : []),
      ...(emailLine ? [`${email} is already on line ${emailLine}`] : []),
      ...(facultyIdLine ? [`Faculty ID ${facultyId} is already on line ${facultyIdLine}`] : []),
      ...(holder && holder !== existing
        ? [`Faculty ID ${facultyId} is already registered to ${holder.email}`]
        : []),
      ...(existing?.isRemoved ? ['This person was removed. Restore them on Manage Users.'] : []),
      ...nameProblem(fields, existing, { mailboxes, desks: file.campus.desks }),
      ...roleProblem(fields, existing),
    ];
  };

  const decide = (read: ReadUser, problems: readonly string[]): ImportRow['outcome'] => {
    if (problems.length > 0) return 'refused';
    const existing = byEmail.get(foldCase(read.fields.email));
    if (!existing) {
      plan.creations.push({ ...emptyPerson, ...read.fields });
      return 'create';
    }
    // Its role is the same by now, and the case of the address stays.
    const after = { ...existing, ...read.fields, email: existing.email };
    if (changedByFiles.every((name) => after[name] === existing[name])) return 'unchanged';
    plan.updates.push({ before: existing, after });
    return 'update';
  };

  for await (const row of iterateYielding(table, signal)) {
    const read = readUserCells(row, choices, byEmail.get(foldCase(row.cells.email ?? '')));
    const problems = problemsOf(read, row.line);
    const outcome = decide(read, problems);
    plan.rows.push({ line: row.line, outcome, name: read.fields.email, problems });
  }
  return { ...plan, unknown: choices.unknown(), created: choices.created() };
}

/** Remembers the line of each text; returns the earlier line when a text is repeated. */
function createDuplicateFinder() {
  const lines = new Map<string, number>();
  return (text: string, line: number): number | undefined => {
    const earlier = lines.get(foldCase(text));
    if (earlier === undefined && foldCase(text) !== '') lines.set(foldCase(text), line);
    return earlier;
  };
}

/** An existing person may keep their name even if it is reserved. */
function nameProblem(
  { name, email }: UserFields,
  existing: ExistingUser | undefined,
  rules: NameRules,
): string[] {
  return name === undefined || name === existing?.name || isNameAllowed(name, email, rules)
    ? []
    : [errorCatalogue.NAME_RESERVED.message];
}

function roleProblem({ role }: UserFields, existing: ExistingUser | undefined): string[] {
  return existing && role !== undefined && role !== existing.role
    ? [`The role is ${existing.role}. Roles are changed on Manage Users, person by person.`]
    : [];
}

const emptyPerson = Object.fromEntries(
  personFieldNames.map((name) => [name, personFields[name].empty]),
) as PersonFields;

/**
 * The fields that a row sets; an empty cell sets nothing, except for name and address. A name or
 * Faculty ID that is stored already may have the form of an earlier time.
 */
function readUserCells(
  { cells, problems: structural }: TableRow<PersonFieldName>,
  choices: CampusChoices,
  existing: ExistingUser | undefined,
): ReadUser {
  const { name, email = '', role = '', department = '', facultyId: id = '' } = cells;
  const facultyId = id === existing?.facultyId ? '' : id;
  const problems = [
    ...structural,
    ...(email === '' ? ['Email is required'] : firstMessage(emailSchema.safeParse(email))),
    ...(name === undefined || name === existing?.name
      ? []
      : firstMessage(personNameSchema.safeParse(name))),
    ...(facultyId === '' ? [] : firstMessage(facultyIdSchema.safeParse(facultyId))),
  ];
  const chosen = {
    role: role === '' ? null : matchChoice(roleChoice, /^guard$/i.test(role) ? 'security' : role),
    department:
      department === '' ? null : choices.match('department', department, existing?.department),
  };
  for (const choice of [chosen.role, chosen.department])
    if (choice?.problem) problems.push(choice.problem);
  return {
    fields: {
      email,
      ...(name !== undefined && { name: normalizeName(name) }),
      ...(chosen.role?.value && { role: chosen.role.value as Role }),
      ...(chosen.department?.value && { department: chosen.department.value }),
      ...(facultyId !== '' && { facultyId: normalizeFacultyId(facultyId) }),
    },
    problems,
  };
}

function firstMessage(parsed: z.ZodSafeParseResult<unknown>): string[] {
  return parsed.success ? [] : [parsed.error.issues[0]?.message ?? 'Invalid'];
}

/** The fields that a file sets for a person; the others stay as they are. */
type UserFields = { [N in PersonFieldName]?: NonNullable<PersonFields[N]> } & { email: string };

type ReadUser = { fields: UserFields; problems: string[] };

const emailSchema = z.email('Email is not valid').max(254, 'Email is too long');

/** The desk's screens call people of the role `security` guards, and so do files. */
const roleChoice = { name: 'Role', values: roles };
