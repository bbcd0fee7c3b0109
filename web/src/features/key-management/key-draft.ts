import type { Key } from '@keydesk/shared/keys/key';
import { type KeyChanges, type KeyFields, keyFieldsSchema } from '@keydesk/shared/keys/key-fields';

/** The add-key form as it is being filled in. */
export type KeyDraft = KeyFields;

export type DraftErrors = Partial<Record<keyof KeyDraft, string>>;

/** A new key with the defaults of the optional fields. */
export const emptyDraft: KeyDraft = {
  keyNumber: '',
  keyName: '',
  location: '',
  description: '',
  category: 'other',
  department: 'COMMON',
  block: 'A',
  frequentlyUsed: false,
};

const fieldNames = Object.keys(emptyDraft) as (keyof KeyDraft)[];

/** A stored key, ready to be edited. */
export function toKeyDraft(key: Key): KeyDraft {
  return {
    keyNumber: key.keyNumber,
    keyName: key.keyName,
    location: key.location,
    description: key.description,
    category: key.category,
    department: key.department,
    block: key.block,
    frequentlyUsed: key.frequentlyUsed,
  };
}

export type ValidatedDraft =
  | { fields: KeyFields; faults: null }
  | { fields: null; faults: DraftErrors };

/** The draft as it would be stored, or what is wrong with which field. */
export function validateDraft(draft: KeyDraft): ValidatedDraft {
  const parsed = keyFieldsSchema.safeParse(draft);
  if (parsed.success) return { fields: parsed.data, faults: null };
  const faults: DraftErrors = {};
  for (const { path, message } of parsed.error.issues) {
    const field = fieldNames.find((name) => name === path[0]);
    if (field) faults[field] ??= message;
  }
  return { fields: null, faults };
}

/** Only what an edit changes. */
export function changesOf(before: KeyDraft, after: KeyFields): KeyChanges {
  return Object.fromEntries(
    fieldNames.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  );
}
