import {
  type furtherUserColumns,
  type ImportRow,
  type NamedEntry,
  type NewPeopleRole,
  type RowChange,
  userColumns,
} from '@keydesk/shared/administration/imports';
import { phoneSchema } from '@keydesk/shared/core/fields';
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
import { t as errorText } from '@keydesk/shared/texts/en/errors';
import { t } from '@keydesk/shared/texts/en/import-rows';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import { z } from 'zod';
import { iterateYielding } from '../../../core/event-loop.ts';
import type { TableRow } from '../../../core/files/csv.ts';
import {
  type Age,
  ageOf,
  type CampusChoices,
  damageWarnings,
  type FileCampus,
  foldCase,
  isSkipped,
  matchChoice,
  peopleChoices,
  type RowSelection,
  zeroWarnings,
} from './import-file.ts';

/** An existing person, with the fields that a file may contain. */
export type ExistingUser = PersonFields & {
  id: string;
  updatedAt: Date;
  departmentConfirmed: boolean;
  /** A removed person keeps address and Faculty ID; only restoring brings them back. */
  isRemoved: boolean;
  /** Has registered, and waits to be accepted. */
  isWaiting: boolean;
};

/** What a file changes of an existing person. */
export const changedByFiles = personFieldNames.filter((name) => personFields[name].changedByFiles);

/** A person before and after the import. */
type UserUpdate = { before: ExistingUser; after: ExistingUser };

export type UserPlan = {
  rows: ImportRow[];
  creations: PersonFields[];
  updates: UserUpdate[];
  /** Existing people whose name the file states. */
  named: string[];
  /** What the file names and the campus does not have, and what of that is to be created. */
  unknown: NamedEntry[];
  created: NamedEntry[];
  /** How many new people have no role in the file. */
  withoutRole: number;
};

/** What a file of people holds. */
export type UserFileColumn = PersonFieldName | keyof typeof furtherUserColumns;

type ExistingPeople = FileCampus & {
  people: readonly ExistingUser[];
  mailboxes: RoleMailboxes;
  newRole: NewPeopleRole;
  selection: RowSelection;
};

/** Decides row by row what a file would do to the existing people. */
export async function planUsers(
  table: readonly TableRow<UserFileColumn>[],
  { people, mailboxes, newRole, selection, ...file }: ExistingPeople,
  signal: AbortSignal,
): Promise<UserPlan> {
  const byEmail = new Map(people.map((person) => [foldCase(person.email), person]));
  const byFacultyId = new Map(people.map((person) => [foldCase(person.facultyId ?? ''), person]));
  const plan: Omit<UserPlan, 'unknown' | 'created'> = {
    rows: [],
    creations: [],
    updates: [],
    named: [],
    withoutRole: 0,
  };
  const choices = peopleChoices(file);
  // What only rows that are left out name is not created.
  const ofLeft = peopleChoices(file);
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
      ...(lacksName ? [t('required', { column: userColumns.name })] : []),
      ...(emailLine ? [t('on-line', { name: email, line: emailLine })] : []),
      ...(facultyIdLine ? [t('faculty-id-on-line', { facultyId, line: facultyIdLine })] : []),
      ...(holder && holder !== existing
        ? [t('faculty-id-taken', { facultyId, email: holder.email })]
        : []),
      ...(existing?.isRemoved ? [t('was-removed')] : []),
      ...nameProblem(fields, existing, { mailboxes, desks: file.campus.desks }),
      ...roleProblem(fields, existing),
    ];
  };

  /** Notes what the row stores, and says what is told of it. */
  const place = (
    { fields }: ReadUser,
    { isOutdated, warnings }: Age,
  ): Omit<ImportRow, 'line' | 'name' | 'problems'> => {
    const existing = byEmail.get(foldCase(fields.email));
    const told = warnings.length > 0 ? { warnings } : {};
    if (!existing) {
      if (isOutdated) return { outcome: 'outdated', ...told };
      if (fields.role === undefined) plan.withoutRole += 1;
      const person = { ...emptyPerson, role: newRole, ...fields };
      plan.creations.push(person);
      const { name, department, facultyId, phone } = person;
      const summary = [name, department, facultyId, phone].filter(Boolean).join(' · ');
      return { outcome: 'create', summary, ...told };
    }
    if (!isOutdated && fields.name !== undefined) plan.named.push(existing.id);
    // The case of the address stays.
    const after = changedBy(existing, fields);
    const changes = changesOf(existing, after);
    if (changes.length === 0) return { outcome: 'unchanged' };
    if (isOutdated) return { outcome: 'outdated', changes, ...told };
    plan.updates.push({ before: existing, after });
    return { outcome: 'update', changes, ...told };
  };

  for await (const row of iterateYielding(table, signal)) {
    const { line, cells } = row;
    const name = cells.email ?? '';
    const existing = byEmail.get(foldCase(name));
    const isLeft = isSkipped(selection, row);
    const read = readUserCells(row, isLeft ? ofLeft : choices, existing);
    if (isLeft) {
      const outcome = existing && isUnchanged(existing, read) ? 'unchanged' : 'skipped';
      plan.rows.push({ line, outcome, name, problems: [] });
      continue;
    }
    const problems = problemsOf(read, line);
    const age = ageOf(row, { updatedAt: existing?.updatedAt }, selection);
    const warnings = [
      ...age.warnings,
      ...damageWarnings({ facultyId: cells.facultyId }),
      ...zeroWarnings(cells.facultyId ?? '', existing?.facultyId ?? undefined),
    ];
    const placed =
      problems.length > 0 ? ({ outcome: 'refused' } as const) : place(read, { ...age, warnings });
    plan.rows.push({ line, name: read.fields.email, problems, ...placed });
  }
  return { ...plan, unknown: choices.unknown(), created: choices.created() };
}

/** A person as a file makes them; the case of the address stays. */
function changedBy(existing: ExistingUser, fields: UserFields): ExistingUser {
  const departmentConfirmed = existing.departmentConfirmed || fields.department !== undefined;
  return { ...existing, ...fields, departmentConfirmed, email: existing.email };
}

function isUnchanged(existing: ExistingUser, { fields, problems }: ReadUser): boolean {
  return problems.length === 0 && changesOf(existing, changedBy(existing, fields)).length === 0;
}

/** What an import changes of a person; a department that it states is confirmed by that. */
function changesOf(before: ExistingUser, after: ExistingUser): RowChange[] {
  const wasConfirmed = before.departmentConfirmed || !after.departmentConfirmed;
  return changedByFiles.flatMap((name) => {
    const isConfirmed = name === 'department' && !wasConfirmed;
    if (after[name] === before[name] && !isConfirmed) return [];
    const earlier = isConfirmed
      ? t('not-confirmed', { department: before[name] ?? '' })
      : (before[name] ?? '');
    return [{ column: userColumns[name], before: earlier, after: after[name] ?? '' }];
  });
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
    : [errorText('NAME_RESERVED')];
}

/** Of people who are here, a file only makes faculty of those who are pending. */
function roleProblem({ role }: UserFields, existing: ExistingUser | undefined): string[] {
  if (!existing || role === undefined || role === existing.role) return [];
  return existing.role === 'pending' && role === 'faculty'
    ? []
    : [t('other-role', { role: existing.role })];
}

const emptyPerson = Object.fromEntries(
  personFieldNames.map((name) => [name, personFields[name].empty]),
) as PersonFields;

/**
 * The fields that a row sets; an empty cell sets nothing, except for name and address. A name or
 * Faculty ID that is stored already may have the form of an earlier time.
 */
function readUserCells(
  { cells, problems: structural }: TableRow<UserFileColumn>,
  choices: CampusChoices,
  existing: ExistingUser | undefined,
): ReadUser {
  const { email = '', role = '', facultyId: id = '', phone = '' } = cells;
  // An export only repeats what is here, which nobody has stated by that.
  const repeats = (field: 'name' | 'department') =>
    existing !== undefined && cells.updated !== undefined && cells[field] === existing[field];
  const name = repeats('name') ? undefined : wholeName(cells);
  const { department = '' } = repeats('department') ? {} : cells;
  const facultyId = id === existing?.facultyId ? '' : id;
  const problems = [
    ...structural,
    ...(email === ''
      ? [t('required', { column: userColumns.email })]
      : firstMessage(emailSchema.safeParse(email))),
    ...(name === undefined || name === existing?.name
      ? []
      : firstMessage(personNameSchema.safeParse(name))),
    ...(facultyId === '' ? [] : firstMessage(facultyIdSchema.safeParse(facultyId))),
    ...firstMessage(phoneSchema.safeParse(phone)),
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
      ...(phone !== '' && { phone }),
    },
    problems,
  };
}

/** A name that may be in two columns; the last one may also be headed 'Name'. */
function wholeName({ name, firstName, lastName }: TableRow<UserFileColumn>['cells']) {
  if (firstName === undefined && lastName === undefined) return name;
  return [firstName, lastName ?? name].filter(Boolean).join(' ');
}

function firstMessage(parsed: z.ZodSafeParseResult<unknown>): string[] {
  return parsed.success ? [] : [parsed.error.issues[0]?.message ?? inputText('invalid')];
}

/** The fields that a file sets for a person; the others stay as they are. */
type UserFields = { [N in PersonFieldName]?: NonNullable<PersonFields[N]> } & { email: string };

type ReadUser = { fields: UserFields; problems: string[] };

const emailSchema = z
  .email({ error: () => t('email-invalid') })
  .max(254, { error: () => t('email-too-long') });

/** The desk's screens call people of the role `security` guards, and so do files. */
const roleChoice = { name: userColumns.role, values: roles.filter((role) => role !== 'visitor') };
