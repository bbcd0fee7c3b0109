import {
  type furtherUserColumns,
  type ImportRow,
  type NamedEntry,
  type NewPeopleRole,
  type RowChange,
  type UnknownEntry,
  userColumns,
} from '@keydesk/shared/administration/imports';
import { phoneSchema } from '@keydesk/shared/core/fields';
import { joinedText } from '@keydesk/shared/core/formats';
import { type Role, type RoleMailboxes, roleForMailbox, roles } from '@keydesk/shared/http/roles';
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
import { t as headingText } from '@keydesk/shared/texts/en/file-headings';
import { t } from '@keydesk/shared/texts/en/import-rows';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import { t as roleText } from '@keydesk/shared/texts/en/roles';
import { inEachLanguage } from '@keydesk/shared/texts/known-languages';
import { z } from 'zod';
import { iterateYielding } from '../../../core/event-loop.ts';
import { kindCell, type TableRow } from '../../../core/files/csv.ts';
import { dateWarnings, shortenedProblems, zeroWarnings } from './damaged-cells.ts';
import {
  type Age,
  ageOf,
  type CampusChoices,
  entryLabel,
  type FileCampus,
  foldCase,
  isSkipped,
  type Matched,
  peopleChoices,
  type RowSelection,
} from './import-file.ts';

export type ExistingUser = PersonFields & {
  id: string;
  updatedAt: Date;
  departmentConfirmed: boolean;
  /** A deleted person keeps address and Faculty ID; only restoring brings them back. */
  isRemoved: boolean;
  /** Registered, and waiting for approval. */
  isWaiting: boolean;
};

export const changedByFiles = personFieldNames.filter((name) => personFields[name].changedByFiles);

type UserUpdate = { before: ExistingUser; after: ExistingUser };

export type UserPlan = {
  rows: ImportRow[];
  creations: PersonFields[];
  updates: UserUpdate[];
  /** Former addresses of people whom the file names by another one. */
  movedFrom: string[];
  /** Existing people whose name the file states. */
  named: string[];
  /** Entries in the file that the campus lacks, and those of them to create. */
  unknown: UnknownEntry[];
  created: NamedEntry[];
  /** Number of new people without a role in the file. */
  withoutRole: number;
  /** How many stored values have an empty cell in the file. */
  emptyCells: number;
};

export type UserFileColumn = PersonFieldName | keyof typeof furtherUserColumns;

type ExistingPeople = FileCampus & {
  people: readonly ExistingUser[];
  mailboxes: RoleMailboxes;
  newRole: NewPeopleRole;
  emptyClears: boolean;
  selection: RowSelection;
};

export async function planUsers(
  table: readonly TableRow<UserFileColumn>[],
  { people, mailboxes, newRole, emptyClears, selection, ...file }: ExistingPeople,
  signal: AbortSignal,
): Promise<UserPlan> {
  const byEmail = new Map(people.map((person) => [foldCase(person.email), person]));
  const byFacultyId = new Map(people.map((person) => [foldCase(person.facultyId ?? ''), person]));
  const plan: Omit<UserPlan, 'unknown' | 'created'> = {
    rows: [],
    creations: [],
    updates: [],
    named: [],
    movedFrom: [],
    withoutRole: 0,
    emptyCells: 0,
  };
  const choices = peopleChoices(file);
  // Entries that only skipped rows name are not created.
  const ofLeft = peopleChoices(file);
  const findDuplicateEmail = createDuplicateFinder();
  const findDuplicateFacultyId = createDuplicateFinder();

  /** The same Faculty ID under an address that no one has is the same person. */
  const holderOf = (email: string, facultyId: string): ExistingUser | undefined => {
    const holder = byFacultyId.get(foldCase(normalizeFacultyId(facultyId)));
    const isMember = holder && !holder.isRemoved && ['faculty', 'pending'].includes(holder.role);
    const mayMove = isMember && facultyId !== '' && roleForMailbox(email, mailboxes) === 'faculty';
    return mayMove && emailSchema.safeParse(email).success ? holder : undefined;
  };

  const problemsOf = (
    { fields, problems }: ReadUser,
    existing: ExistingUser | undefined,
    line: number,
  ): string[] => {
    const { email } = fields;
    const facultyId = fields.facultyId ?? existing?.facultyId ?? '';
    const emailLine = findDuplicateEmail(email, line);
    const facultyIdLine = findDuplicateFacultyId(facultyId, line);
    const holder = facultyId === '' ? undefined : byFacultyId.get(foldCase(facultyId));
    const lacksName = !existing && fields.name === undefined;
    return [
      ...problems,
      ...(lacksName ? [t('required', { column: headingText(userColumns.name) })] : []),
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

  const shown: ShownValue = (name, person) => {
    const value = writePersonCell(name, person) ?? '';
    return name === 'department' ? entryLabel(file, 'departments', value) : value;
  };

  const place = (
    { fields, notes }: ReadUser,
    existing: ExistingUser | undefined,
    { isOutdated, warnings }: Age,
    isMoved: boolean,
  ): Omit<ImportRow, 'line' | 'name' | 'problems'> => {
    const shared = {
      ...(warnings.length > 0 && { warnings }),
      ...(notes.length > 0 && { notes }),
    };
    if (!existing) {
      if (isOutdated) return { outcome: 'outdated', ...shared };
      if (fields.role === undefined) plan.withoutRole += 1;
      const person = { ...emptyPerson, role: newRole, ...fields };
      plan.creations.push(person);
      const { name, facultyId, phone } = person;
      const summary = [name, shown('department', person), facultyId, phone]
        .filter(Boolean)
        .join(' · ');
      return { outcome: 'create', summary, ...shared };
    }
    if (!isOutdated && fields.name !== undefined) plan.named.push(existing.id);
    const after = changedBy(existing, fields);
    const changes = changesOf(existing, after, shown);
    if (changes.length === 0) return { outcome: 'unchanged' };
    if (isOutdated) return { outcome: isMoved ? 'moved' : 'outdated', changes, ...shared };
    plan.updates.push({ before: existing, after });
    return { outcome: 'update', changes, ...shared };
  };

  for await (const row of iterateYielding(table, signal)) {
    const { line, cells } = row;
    const name = cells.email ?? '';
    const own = byEmail.get(foldCase(name));
    const existing = own ?? holderOf(name, cells.facultyId ?? '');
    const isMoved = existing !== own;
    if (existing && isMoved) plan.movedFrom.push(existing.email);
    const isLeft = isSkipped(selection, row);
    const read = readUserCells(row, isLeft ? ofLeft : choices, existing);
    const emptied = clearable.filter((field) => existing?.[field] && cells[field] === '');
    plan.emptyCells += emptied.length;
    if (emptyClears) for (const field of emptied) read.fields[field] = null;
    if (isLeft) {
      const outcome = existing && isUnchanged(existing, read) ? 'unchanged' : 'skipped';
      plan.rows.push({ line, outcome, name, problems: [] });
      continue;
    }
    const problems = problemsOf(read, existing, line);
    const age = ageOf(row, { updatedAt: existing?.updatedAt }, selection);
    const warnings = [
      ...(isMoved ? [t('new-address')] : []),
      ...age.warnings,
      ...read.warnings,
      ...zeroWarnings(cells.facultyId ?? '', existing?.facultyId ?? undefined),
    ];
    const isOutdated = age.isOutdated || (isMoved && !selection.lines?.has(line));
    const placed =
      problems.length > 0
        ? ({ outcome: 'refused' } as const)
        : place(read, existing, { warnings, isOutdated }, isMoved);
    plan.rows.push({ line, name: read.fields.email, problems, ...placed });
  }
  return { ...plan, unknown: choices.unknown(), created: choices.created() };
}

/** What a person can do without. */
const clearable = ['department', 'facultyId', 'phone'] as const;

/** Keeps the case of the address. */
function changedBy(existing: ExistingUser, fields: UserFields): ExistingUser {
  const departmentConfirmed = existing.departmentConfirmed || fields.department !== undefined;
  const isMoved = foldCase(fields.email) !== foldCase(existing.email);
  const email = isMoved ? fields.email : existing.email;
  return { ...existing, ...fields, departmentConfirmed, email };
}

function isUnchanged(existing: ExistingUser, { fields, problems }: ReadUser): boolean {
  const changes = changesOf(existing, changedBy(existing, fields), (name) => name);
  return problems.length === 0 && changes.length === 0;
}

type ShownValue = (name: PersonFieldName, person: PersonFields) => string;

/** A department in the file counts as confirmed. */
function changesOf(before: ExistingUser, after: ExistingUser, shown: ShownValue): RowChange[] {
  const wasConfirmed = before.departmentConfirmed || !after.departmentConfirmed;
  return [...changedByFiles, 'email' as const].flatMap((name) => {
    const isConfirmed = name === 'department' && !wasConfirmed;
    if (after[name] === before[name] && !isConfirmed) return [];
    const earlier = isConfirmed
      ? t('not-confirmed', { department: shown(name, before) })
      : shown(name, before);
    return [{ column: headingText(userColumns[name]), before: earlier, after: shown(name, after) }];
  });
}

/** Returns the earlier line of a repeated text. */
function createDuplicateFinder() {
  const lines = new Map<string, number>();
  return (text: string, line: number): number | undefined => {
    const earlier = lines.get(foldCase(text));
    if (earlier === undefined && foldCase(text) !== '') lines.set(foldCase(text), line);
    return earlier;
  };
}

/** Existing people may keep a reserved name. */
function nameProblem(
  { name, email }: UserFields,
  existing: ExistingUser | undefined,
  rules: NameRules,
): string[] {
  return name === undefined || name === existing?.name || isNameAllowed(name, email, rules)
    ? []
    : [errorText('NAME_RESERVED')];
}

/** For existing people, a file can only turn pending ones into faculty. */
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
 * An empty cell sets nothing here, except for name and address. A stored name or Faculty ID may predate
 * today's validation.
 */
function readUserCells(
  { cells, problems: structural }: TableRow<UserFileColumn>,
  choices: CampusChoices,
  existing: ExistingUser | undefined,
): ReadUser {
  const { email = '', role = '', facultyId: id = '', phone = '' } = cells;
  // Cells of an unchanged export state nothing.
  const repeats = (field: 'name' | 'department') =>
    existing !== undefined && cells.updated !== undefined && cells[field] === existing[field];
  const whole = repeats('name') ? undefined : wholeName(cells);
  const { name, nameProblems, notes } = readName(whole, existing?.name);
  const { department = '' } = repeats('department') ? {} : cells;
  const facultyId = id === existing?.facultyId ? '' : id;
  const texts = [
    ...(name === existing?.name ? [] : [name ?? '']),
    facultyId,
    ...(phone === existing?.phone ? [] : [phone]),
  ];
  const problems = [
    ...structural,
    ...shortenedProblems(texts),
    ...(email === ''
      ? [t('required', { column: headingText(userColumns.email) })]
      : firstMessage(emailSchema.safeParse(email))),
    ...nameProblems,
    ...(facultyId === '' ? [] : firstMessage(facultyIdSchema.safeParse(facultyId))),
    ...firstMessage(phoneSchema.safeParse(phone)),
  ];
  const chosen = {
    role: role === '' ? null : matchRole(role),
    department:
      department === '' ? null : choices.match('department', department, existing?.department),
  };
  for (const choice of [chosen.role, chosen.department])
    if (choice?.problem) problems.push(choice.problem);
  return {
    fields: {
      email,
      ...(name !== undefined && { name: normalizeName(name) }),
      ...(chosen.role?.value && { role: chosen.role.value }),
      ...(chosen.department?.value && { department: chosen.department.value }),
      ...(facultyId !== '' && { facultyId: normalizeFacultyId(facultyId) }),
      ...(phone !== '' && { phone }),
    },
    problems,
    warnings: dateWarnings(texts),
    notes,
  };
}

/** Takes a single letter, a name without its joiners, and 'Th.Singh' as 'Th. Singh'. */
function readName(whole: string | undefined, stored: string | undefined) {
  const none = { nameProblems: [], notes: [] };
  if (whole === undefined || whole === stored) return { ...none, name: whole };
  const visible = whole.replace(/\p{Join_Control}/gu, '');
  // An address to mail programs.
  const spaced = visible.replace(/(?<!\p{L})(\p{Lu}\p{Ll}{0,2})\.(?=\p{Lu})/gu, '$1. ');
  const problemOf = (name: string) => firstMessage(personNameSchema.safeParse(name));
  const name = problemOf(visible).length === 0 ? visible : spaced;
  if (name === stored) return { ...none, name };
  if (/^\p{L}$/u.test(normalizeName(name))) return { ...none, name, notes: [t('one-letter')] };
  const notes = [
    ...(visible === whole ? [] : [t('without-joiners', { name: visible })]),
    ...(name === visible ? [] : [t('written-as', { name })]),
  ];
  return { name, nameProblems: problemOf(name), notes };
}

/** A full name, or first and last name; the latter may be headed 'Name'. */
function wholeName({ name, firstName, lastName }: TableRow<UserFileColumn>['cells']) {
  if (firstName === undefined && lastName === undefined) return name;
  return [firstName, lastName ?? name].filter(Boolean).join(' ');
}

function firstMessage(parsed: z.ZodSafeParseResult<unknown>): string[] {
  return parsed.success ? [] : [parsed.error.issues[0]?.message ?? inputText('invalid')];
}

/** Absent fields stay unchanged. */
type UserFields = Partial<PersonFields> & { email: string };

type ReadUser = { fields: UserFields; problems: string[]; warnings: string[]; notes: string[] };

const emailSchema = z
  .email({ error: () => t('email-invalid') })
  .max(254, { error: () => t('email-too-long') });

const filedRoles = roles.filter((role) => role !== 'visitor');

function matchRole(cell: string): Matched<Role> {
  const role = rolesByName().get(cell.toLowerCase());
  if (role) return { value: role, problem: null };
  const values = joinedText(filedRoles.map((role) => kindCell(role, roleText(role))));
  const column = headingText(userColumns.role);
  return { value: null, problem: t('none-of', { column, cell, values, mayBe: 'yes' }) };
}

let roleNames: ReadonlyMap<string, Role> | undefined;

/** By code, and by name in each language. The desk's screens call `security` guards, too. */
function rolesByName(): ReadonlyMap<string, Role> {
  const named = inEachLanguage((language): [string, Role][] => [
    [headingText.in(language)('guard'), 'security'],
    ...filedRoles.map((role): [string, Role] => [roleText.in(language)(role), role]),
  ]);
  const codes = filedRoles.map((role): [string, Role] => [role, role]);
  roleNames ??= new Map(
    [...named.flat(), ...codes].map(([name, role]) => [name.toLowerCase(), role]),
  );
  return roleNames;
}

export function writePersonCell(name: PersonFieldName, person: PersonFields): string | null {
  return name === 'role' ? kindCell(person.role, roleText(person.role)) : person[name];
}
