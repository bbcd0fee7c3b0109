import {
  type Campus,
  type CampusEntry,
  type CampusList,
  codeSchema,
} from '@keydesk/shared/campus/campus';
import { keyColumns, userColumns } from '@keydesk/shared/imports/columns';
import { maxCreatedEntries, type NamedEntry } from '@keydesk/shared/imports/routes';
import { filedFields, keyField } from '@keydesk/shared/keys/key-fields';
import { type Matched, matchChoice } from './import-file.ts';

/** The campus that a file refers to, and the entries that are to be created for it. */
export type FileCampus = { campus: Campus; create: readonly NamedEntry[] };

/** Matches cells that name entries of the campus, and notes what the campus does not have. */
export type CampusChoices = {
  /**
   * The code that a cell of this column names, whatever the case, or what is wrong. A retired code is
   * only for those who have it already, as `current`.
   */
  match(column: string, cell: string, current: unknown): Matched<string>;
  /** What the file names and could be created. */
  unknown(): NamedEntry[];
  /** What of the entries to be created the file names. */
  created(): NamedEntry[];
};

/** What a file of keys can name. */
export function keyChoices({ campus, create }: FileCampus): CampusChoices {
  const lending = campus.departments.filter(({ lends }) => lends);
  const columns = filedFields.flatMap((field): Column[] => {
    const stated = keyField(field);
    if (stated.kind !== 'entry') return [];
    const entries = stated.list === 'departments' ? lending : campus[stated.list];
    return [{ field, name: keyColumns[field], list: stated.list, entries }];
  });
  return createChoices(campus, create, columns);
}

/** What a file of people can name. */
export function peopleChoices({ campus, create }: FileCampus): CampusChoices {
  const registering = campus.departments.filter(({ registers }) => registers);
  const name = userColumns.department;
  return createChoices(campus, create, [
    { field: 'department', name, list: 'departments', entries: registering },
  ]);
}

type Column = { field: string; name: string; list: CampusList; entries: readonly CampusEntry[] };

function createChoices(
  campus: Campus,
  create: readonly NamedEntry[],
  columns: readonly Column[],
): CampusChoices {
  const [unknown, created] = [collectEntries(), collectEntries()];
  const known = new Map(columns.map((column) => [column.field, column]));
  return {
    match(column, cell, current) {
      const choice = known.get(column);
      if (!choice) throw new Error(`${column} names no entries of the campus`);
      const { name, list, entries } = choice;
      const entry = entries.find(({ code }) => sameCode(code, cell));
      if (entry && (!entry.retired || entry.code === current))
        return { value: entry.code, problem: null };
      if (entry) return { value: null, problem: `${name} "${entry.code}" is retired` };
      const isTaken = campus[list].some(({ code }) => sameCode(code, cell));
      const wanted = create.find((one) => one.list === list && sameCode(one.code, cell));
      if (wanted && !isTaken) {
        created.add(wanted);
        return { value: wanted.code, problem: null };
      }
      if (!isTaken && codeSchema.safeParse(cell).success) unknown.add({ list, code: cell });
      const values = entries.flatMap(({ code, retired }) => (retired ? [] : [code]));
      return matchChoice({ name, values }, cell);
    },
    unknown: unknown.all,
    created: created.all,
  };
}

function sameCode(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Collects entries, each once, whatever the case, as many as can be created at once. */
function collectEntries() {
  const found = new Map<string, NamedEntry>();
  return {
    add(entry: NamedEntry): void {
      const name = `${entry.list} ${entry.code.toLowerCase()}`;
      if (!found.has(name) && found.size < maxCreatedEntries) found.set(name, entry);
    },
    all: () => [...found.values()],
  };
}
