import type { CampusList } from '../campus/campus.ts';
import type { FileHeading } from '../core/csv.ts';
import type { t } from '../texts/en/key-fields.ts';
import type { ParametersOf } from '../texts/translator.ts';
import { type KeyKindText, keyLevels } from './key-levels.ts';

// Without the schema library, because every page reads it; only forms need `key-schemas.ts`.

/**
 * Every property that an admin sets, once. Schemas, answers, search, files, form and details follow
 * from it, and the table has a column of the same name.
 */
export const keyFields = {
  keyNumber: {
    kind: 'line',
    max: 40,
    required: true,
    empty: '',
    readers: 'everybody',
    searched: 'part',
    label: 'number',
    column: 'key-number',
    form: { place: 1, width: 'half' },
    details: null,
    decidesAccess: true,
  },
  keyName: {
    kind: 'line',
    max: 120,
    required: true,
    empty: '',
    readers: 'everybody',
    searched: 'part',
    label: 'name',
    column: 'key-name',
    form: { place: 2, width: 'half' },
    details: null,
  },
  location: {
    kind: 'line',
    max: 160,
    required: true,
    empty: '',
    readers: 'everybody',
    searched: 'part',
    label: 'location',
    column: 'location',
    form: { place: 3, width: 'full' },
    details: { part: 'room', place: 1 },
  },
  description: {
    kind: 'text',
    max: 500,
    empty: '',
    readers: 'everybody',
    searched: 'no',
    label: 'description',
    column: 'description',
    form: { place: 13, width: 'full' },
    details: { part: 'room', place: 5 },
  },
  category: {
    kind: 'entry',
    list: 'categories',
    empty: 'other',
    readers: 'everybody',
    searched: 'part',
    label: 'category',
    column: 'category',
    form: { place: 5, width: 'column' },
    details: { part: 'room', place: 4 },
    decidesAccess: true,
    inBulk: true,
  },
  department: {
    kind: 'entry',
    list: 'departments',
    empty: 'COMMON',
    readers: 'everybody',
    searched: 'part',
    label: 'department',
    column: 'department',
    form: { place: 4, width: 'column' },
    details: { part: 'room', place: 3 },
    decidesAccess: true,
    inBulk: true,
  },
  block: {
    kind: 'entry',
    list: 'blocks',
    empty: 'A',
    readers: 'everybody',
    searched: 'part',
    label: 'block',
    column: 'block',
    form: { place: 6, width: 'column' },
    details: { part: 'room', place: 2 },
    decidesAccess: true,
  },
  frequentlyUsed: {
    kind: 'yes-no',
    empty: false,
    readers: 'everybody',
    searched: 'no',
    label: 'frequently-used',
    column: 'frequently-used',
    form: { place: 11, width: 'column' },
    details: { part: 'record', place: 3 },
    inBulk: true,
  },
  /** Whether hand-outs need its tag, where the settings check tags of selected keys. */
  tagCheck: {
    kind: 'yes-no',
    empty: false,
    leftOut: true,
    readers: 'everybody',
    searched: 'no',
    label: 'tag-check',
    column: null,
    form: { place: 12, width: 'column' },
    details: null,
  },
  level: {
    kind: 'choice',
    choices: keyLevels,
    empty: 'normal',
    leftOut: true,
    readers: 'everybody',
    searched: 'no',
    label: 'level',
    column: null,
    form: { place: 9, width: 'half', label: 'who-may-take-it' },
    details: { part: 'record', place: 1 },
    decidesAccess: true,
  },
  /** Who decides about requests for it; null for no one in particular. */
  ownerId: {
    kind: 'person',
    empty: null,
    readers: 'desk',
    searched: 'no',
    label: 'owner',
    column: null,
    form: { place: 10, width: 'half' },
    details: { part: 'record', place: 2 },
    decidesAccess: true,
  },
  /** Its home desk. */
  deskId: {
    kind: 'desk',
    empty: null,
    readers: 'desk',
    searched: 'no',
    label: 'desk',
    column: 'desk',
    form: { place: 7, width: 'column' },
    details: { part: 'storage', place: 2 },
    inBulk: true,
  },
  /** Its place there. */
  hook: {
    kind: 'line',
    max: 30,
    empty: null,
    readers: 'desk',
    searched: 'words',
    label: 'hook',
    column: 'hook',
    form: { place: 8, width: 'column' },
    details: { part: 'storage', place: 1 },
  },
} as const satisfies Record<string, KeyField>;

/** Null values are omitted in answers. */
export type KeyField = FieldKind & {
  /** Empty values are omitted, too. */
  leftOut?: true;
  readers: 'everybody' | 'desk';
  /** Whether a search finds any part of it; 'words' only where no key matches in another field. */
  searched: 'part' | 'words' | 'no';
  /** The name in errors, details and forms. */
  label: KeyFieldText;
  /** The heading of its column in files; null if it is never imported. */
  column: FileHeading | null;
  /** Equal places keep the order of this file; 'half' of a row is a whole one on phones. */
  form: { place: number; width: 'full' | 'half' | 'column'; label?: KeyFieldText };
  /** The section of the details, of which only the desk sees the last; null if not shown. */
  details: { part: 'storage' | 'room' | 'record'; place: number } | null;
  /** Whether a change of it can give a person the key. */
  decidesAccess?: true;
  /** Whether an admin can set it for many keys at once. */
  inBulk?: true;
};

/** Decides how a field is validated, entered, read from files and shown. */
type FieldKind =
  /** A single line of text. */
  | { kind: 'line'; max: number; required: true; empty: '' }
  | { kind: 'line'; max: number; required?: never; empty: null }
  | { kind: 'text'; max: number; empty: '' }
  | { kind: 'yes-no'; empty: false }
  /** A code of a campus list. */
  | { kind: 'entry'; list: CampusList; empty: string }
  /** A kind with a label. */
  | {
      kind: 'choice';
      choices: Readonly<Record<string, { label: KeyKindText }>>;
      empty: string | null;
    }
  /** An id, in files a name. */
  | { kind: 'desk'; empty: null }
  | { kind: 'person'; empty: null; column: null };

type KeyFieldText = keyof ParametersOf<typeof t>;

type Stated = typeof keyFields;
export type KeyFieldName = keyof Stated;

/** Names of the fields with these properties. */
export type FieldsWith<Wanted> = {
  [N in KeyFieldName]: Stated[N] extends Wanted ? N : never;
}[KeyFieldName];

/** Names of the fields that answers may omit. */
export type SparseName = FieldsWith<{ empty: null } | { leftOut: true }>;

export type KeyFieldValue<N extends KeyFieldName> =
  | Held<Stated[N]>
  | (Stated[N] extends { empty: null } ? null : never);

type Held<F> = F extends { kind: 'yes-no' }
  ? boolean
  : F extends { choices: Readonly<Record<infer Code, { label: KeyKindText }>> }
    ? Code
    : string;

export function keyField(name: KeyFieldName): KeyField {
  return keyFields[name];
}

/** Whether answers omit the field when empty. */
export function isSparse({ empty, leftOut }: KeyField): boolean {
  return empty === null || leftOut === true;
}

export const keyFieldNames = Object.keys(keyFields) as readonly KeyFieldName[];

/** In the order of files. */
export function keyFieldsWhere<N extends KeyFieldName = KeyFieldName>(
  passes: (field: KeyField) => boolean,
): readonly N[] {
  return keyFieldNames.filter((name): name is N => passes(keyFields[name]));
}

/** In the order of forms. */
export const formFields = keyFieldNames.toSorted(
  (one, other) => keyFields[one].form.place - keyFields[other].form.place,
);

export type FiledFieldName = FieldsWith<{ column: string }>;
export const filedFields = keyFieldsWhere<FiledFieldName>(({ column }) => column !== null);

/** The values of a key with nothing set. */
export const emptyKey = emptyValues(keyFieldNames);

/** Empty values of the fields that answers never omit. */
export const keyDefaults = emptyValues(
  keyFieldsWhere<Exclude<KeyFieldName, SparseName>>((field) => !isSparse(field)),
);

function emptyValues<N extends KeyFieldName>(names: readonly N[]) {
  return Object.fromEntries(names.map((name) => [name, keyFields[name].empty])) as {
    [F in N]: KeyFieldValue<F>;
  };
}
