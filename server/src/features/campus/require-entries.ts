import {
  type Campus,
  type CampusEntry,
  type Desk,
  type EntryName,
  keyChoicesOf,
  peopleDepartmentsOf,
} from '@keydesk/shared/campus/campus';
import { appError } from '@keydesk/shared/core/errors';
import type { KeyFields, NewKey } from '@keydesk/shared/keys/key-schemas';
import type { Connection } from '../../db/client.ts';
import { readCampus } from './lists.ts';

/** Absent entries are not checked. */
type Given = { [N in EntryName]?: string | undefined };

/** Checks that the campus offers these entries (`known-entries`). A key keeps those that it has. */
export function requireOfferedEntries(campus: Campus, given: Given): void {
  const departments = campus.departments.filter(({ lends }) => lends);
  for (const [name, code, entries] of choicesOf({ ...campus, departments }, given))
    requireActive(name, code, entries);
}

function requireActive(name: EntryName, code: string, entries: readonly CampusEntry[]): void {
  const { label, retired } = requireKnown(name, code, entries);
  if (retired) throw appError('ENTRY_RETIRED', { name, label });
}

/** @throws UNKNOWN_ENTRY except for entries that the campus has or had */
export function requireKnownEntries(campus: Campus, given: Given): void {
  for (const [name, code, entries] of choicesOf(campus, given)) requireKnown(name, code, entries);
}

function choicesOf({ departments, blocks, categories }: Campus, given: Given) {
  const lists = { department: departments, block: blocks, category: categories };
  return (Object.keys(lists) as EntryName[]).flatMap(
    (name): [name: EntryName, code: string, entries: readonly CampusEntry[]][] => {
      const code = given[name];
      return code === undefined ? [] : [[name, code, lists[name]]];
    },
  );
}

function requireKnown(name: EntryName, code: string, entries: readonly CampusEntry[]): CampusEntry {
  const entry = entries.find((known) => known.code === code);
  if (!entry) throw appError('UNKNOWN_ENTRY', { name, code });
  return entry;
}

/** Adds the campus's defaults to a new key. */
export function completeKey(campus: Campus, given: NewKey): KeyFields {
  requireOfferedEntries(campus, given);
  const usual = keyChoicesOf(campus);
  const choose = (name: EntryName): string => {
    const code = given[name] ?? usual[name];
    if (code === undefined) throw appError('NOTHING_TO_CHOOSE', { name });
    return code;
  };
  return {
    ...given,
    department: choose('department'),
    block: choose('block'),
    category: choose('category'),
  };
}

/** @throws DEPARTMENT_REQUIRED unless people can register with this department */
export async function requireRegistrationDepartment(db: Connection, code: string): Promise<void> {
  const choices = peopleDepartmentsOf(await readCampus(db));
  if (!choices.some((department) => department.code === code))
    throw appError('DEPARTMENT_REQUIRED');
}

/** Checks a new home desk, which may be none. */
export function requireDesk(desks: readonly Desk[], id: string | null | undefined): void {
  if (!id) return;
  const desk = desks.find((each) => each.id === id);
  if (!desk) throw appError('UNKNOWN_ENTRY', { name: 'desk', code: id });
  if (desk.retired) throw appError('ENTRY_RETIRED', { name: 'desk', label: desk.name });
}
