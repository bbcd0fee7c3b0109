import type { Campus } from '@keydesk/shared/campus/campus';
import { keyChoicesOf, keyDepartmentsOf } from '@keydesk/shared/campus/offers';
import { type Key, keyDefaults } from '@keydesk/shared/keys/key';
import {
  type KeyChanges,
  type KeyFields,
  keyFieldNames,
  keyFieldsSchema,
  pickKeyFields,
} from '@keydesk/shared/keys/key-fields';

/** The values of the key form while it is filled in. */
export type KeyDraft = KeyFields;

export type DraftErrors = Partial<Record<keyof KeyDraft, string>>;

/** A new key with the defaults of the optional fields. */
export const emptyDraft: KeyDraft = { keyNumber: '', keyName: '', location: '', ...keyDefaults };

/**
 * The same with what this campus chooses for a new key, and in this department if keys can still be
 * given to it.
 */
export function emptyDraftAt(campus: Campus | null, wanted = ''): KeyDraft {
  const {
    department = '',
    block = '',
    category = '',
  } = campus ? keyChoicesOf(campus) : keyDefaults;
  const isOffered = campus && keyDepartmentsOf(campus).some(({ code }) => code === wanted);
  return { ...emptyDraft, department: isOffered ? wanted : department, block, category };
}

/** The draft for editing a stored key. */
export function toKeyDraft(key: Key): KeyDraft {
  const { tagCheck, level = 'normal', ownerId = null } = key;
  return { ...pickKeyFields(key), tagCheck, level, ownerId };
}

export type ValidatedDraft =
  | { fields: KeyFields; errors: null }
  | { fields: null; errors: DraftErrors };

/** The draft as it would be stored, or the errors by field. */
export function validateDraft(draft: KeyDraft): ValidatedDraft {
  const parsed = keyFieldsSchema.safeParse(draft);
  if (parsed.success) return { fields: parsed.data, errors: null };
  const errors: DraftErrors = {};
  for (const { path, message } of parsed.error.issues) {
    const field = keyFieldNames.find((name) => name === path[0]);
    if (field) errors[field] ??= message;
  }
  return { fields: null, errors };
}

/** The fields that an edit changes. */
export function changesOf(before: KeyDraft, after: KeyFields): KeyChanges {
  const changed = keyFieldNames.filter((name) => (before[name] ?? null) !== (after[name] ?? null));
  const { tagCheck = false, level = 'normal', ownerId = null } = after;
  return {
    ...Object.fromEntries(changed.map((name) => [name, after[name]])),
    ...(tagCheck !== (before.tagCheck ?? false) && { tagCheck }),
    ...(level !== (before.level ?? 'normal') && { level }),
    ...(ownerId !== (before.ownerId ?? null) && { ownerId }),
  };
}
