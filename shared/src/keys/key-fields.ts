import type { CampusList } from '../campus/campus.ts';
import type { t } from '../texts/en/key-fields.ts';
import type { ParametersOf } from '../texts/translator.ts';
import { type KeyKindText, keyLevels } from './key-levels.ts';

// Without the schema library, because every page reads it; only forms need `key-schemas.ts`.

/**
 * Everything that an admin sets of a key, each of its properties once. Schemas, answers, search,
 * files, form and details follow from it, and a column of the same name is in the table.
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
    column: 'Key Number',
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
    column: 'Key Name',
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
    column: 'Location',
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
    column: 'Description',
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
    column: 'Category',
    form: { place: 5, width: 'column' },
    details: { part: 'room', place: 4, shows: 'label' },
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
    column: 'Department',
    form: { place: 4, width: 'column' },
    details: { part: 'room', place: 3, shows: 'code' },
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
    column: 'Block',
    form: { place: 6, width: 'column' },
    details: { part: 'room', place: 2, shows: 'code' },
    decidesAccess: true,
  },
  frequentlyUsed: {
    kind: 'yes-no',
    empty: false,
    readers: 'everybody',
    searched: 'no',
    label: 'frequently-used',
    column: 'Frequently Used',
    form: { place: 11, width: 'column' },
    details: { part: 'record', place: 3 },
    inBulk: true,
  },
  /** Whether its tag is scanned at a hand-out, where the settings check the tags of chosen keys. */
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
  /** How strictly it is kept. */
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
  /** Who decides about requests for it; null is nobody in particular. */
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
  /** The desk that is its home. */
  deskId: {
    kind: 'desk',
    empty: null,
    readers: 'desk',
    searched: 'no',
    label: 'desk',
    column: 'Desk',
    form: { place: 7, width: 'column' },
    details: { part: 'spot', place: 2 },
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
    column: 'Hook',
    form: { place: 8, width: 'column' },
    details: { part: 'spot', place: 1 },
  },
} as const satisfies Record<string, KeyField>;

/** What is stated of a field. Null is nothing, which answers leave out. */
export type KeyField = FieldKind & {
  /** Answers leave it out while it is empty, too. */
  leftOut?: true;
  /** Who is told it. */
  readers: 'everybody' | 'desk';
  /** Whether a search finds any part of it; 'words' only where no key has a part of another field. */
  searched: 'part' | 'words' | 'no';
  /** What errors, details and forms call it. */
  label: KeyFieldText;
  /** The heading of its column in files; null if it is set by hand alone. */
  column: string | null;
  /** Equal places are in the order of this page; 'half' of a row is a whole one on phones. */
  form: { place: number; width: 'full' | 'half' | 'column'; label?: KeyFieldText };
  /** The part of the details, of which only the desk sees the last; null if they do not show it. */
  details: { part: 'spot' | 'room' | 'record'; place: number; shows?: 'code' | 'label' } | null;
  /** Whether a change of it can give somebody the key. */
  decidesAccess?: true;
  /** Whether an admin can give it to many keys at once. */
  inBulk?: true;
};

/** What a field holds: how it is checked, typed in, read from files and shown follows from it. */
type FieldKind =
  /** A single line of text. */
  | { kind: 'line'; max: number; required: true; empty: '' }
  | { kind: 'line'; max: number; required?: never; empty: null }
  | { kind: 'text'; max: number; empty: '' }
  | { kind: 'yes-no'; empty: false }
  /** A code of a list of the campus. */
  | { kind: 'entry'; list: CampusList; empty: string }
  /** A kind, of which people read the label. */
  | {
      kind: 'choice';
      choices: Readonly<Record<string, { label: KeyKindText }>>;
      empty: string | null;
    }
  /** An id, in files a name. */
  | { kind: 'desk'; empty: null }
  | { kind: 'person'; empty: null; column: null };

/** How the catalogue calls fields. */
type KeyFieldText = keyof ParametersOf<typeof t>;

type Stated = typeof keyFields;
export type KeyFieldName = keyof Stated;

/** The names of the fields of which this is stated. */
export type FieldsWith<Facts> = {
  [N in KeyFieldName]: Stated[N] extends Facts ? N : never;
}[KeyFieldName];

/** The names of the fields that answers may leave out. */
export type SparseName = FieldsWith<{ empty: null } | { leftOut: true }>;

/** What a field holds. */
export type KeyFieldValue<N extends KeyFieldName> =
  | Held<Stated[N]>
  | (Stated[N] extends { empty: null } ? null : never);

type Held<F> = F extends { kind: 'yes-no' }
  ? boolean
  : F extends { choices: Readonly<Record<infer Code, { label: KeyKindText }>> }
    ? Code
    : string;

/** What is stated of a field, whichever it is. */
export function keyField(name: KeyFieldName): KeyField {
  return keyFields[name];
}

/** Whether answers leave a field out while it is empty. */
export function isSparse({ empty, leftOut }: KeyField): boolean {
  return empty === null || leftOut === true;
}

export const keyFieldNames = Object.keys(keyFields) as readonly KeyFieldName[];

/** The fields that pass, in the order of files. */
export function keyFieldsWhere<N extends KeyFieldName = KeyFieldName>(
  passes: (field: KeyField) => boolean,
): readonly N[] {
  return keyFieldNames.filter((name): name is N => passes(keyFields[name]));
}

/** The fields in the order of forms. */
export const formFields = keyFieldNames.toSorted(
  (one, other) => keyFields[one].form.place - keyFields[other].form.place,
);

/** What files hold of a key. */
export type FiledFieldName = FieldsWith<{ column: string }>;
export const filedFields = keyFieldsWhere<FiledFieldName>(({ column }) => column !== null);

/** What every key has that was given nothing. */
export const emptyKey = emptyValues(keyFieldNames);

/** The same of what answers never leave out. */
export const keyDefaults = emptyValues(
  keyFieldsWhere<Exclude<KeyFieldName, SparseName>>((field) => !isSparse(field)),
);

function emptyValues<N extends KeyFieldName>(names: readonly N[]) {
  return Object.fromEntries(names.map((name) => [name, keyFields[name].empty])) as {
    [F in N]: KeyFieldValue<F>;
  };
}
