import type { Campus } from '@keydesk/shared/campus/campus';
import { keyChoicesOf, keyDepartmentsOf } from '@keydesk/shared/campus/campus';
import type { Key } from '@keydesk/shared/keys/key';
import {
  emptyKey,
  type KeyFieldName,
  keyDefaults,
  keyFieldNames,
} from '@keydesk/shared/keys/key-fields';
import {
  type KeyChanges,
  type KeyFields,
  keyChangesSchema,
  keyFieldsSchema,
} from '@keydesk/shared/keys/key-schemas';
import type { z } from 'zod';
import { changesOf } from '../../../lib/draft.ts';

export type KeyDraft = KeyFields;

export type DraftErrors = Partial<Record<KeyFieldName, string>>;

/** A new key with the campus's defaults, in the `wanted` department if that can still have keys. */
export function emptyDraftAt(campus: Campus | null, wanted = ''): KeyDraft {
  const {
    department = '',
    block = '',
    category = '',
  } = campus ? keyChoicesOf(campus) : keyDefaults;
  const isOffered = campus && keyDepartmentsOf(campus).some(({ code }) => code === wanted);
  return { ...keyDefaults, department: isOffered ? wanted : department, block, category };
}

export function toKeyDraft(key: Key): KeyDraft {
  const values = keyFieldNames.map((name) => [name, key[name] ?? emptyKey[name]]);
  return Object.fromEntries(values) as KeyDraft;
}

export type Validated<Fields> =
  | { fields: Fields; errors: null }
  | { fields: null; errors: DraftErrors };

export function validateDraft(draft: KeyDraft): Validated<KeyFields> {
  return validated(keyFieldsSchema.safeParse(draft));
}

export function validateEdit(before: KeyDraft, draft: KeyDraft): Validated<KeyChanges> {
  const { fields, errors } = validated(keyChangesSchema.safeParse(changesOf(before, draft)));
  return fields ? { fields: changesOf(before, fields), errors: null } : { fields: null, errors };
}

function validated<Fields>(parsed: z.ZodSafeParseResult<Fields>): Validated<Fields> {
  if (parsed.success) return { fields: parsed.data, errors: null };
  const errors: DraftErrors = {};
  for (const { path, message } of parsed.error.issues) {
    const field = keyFieldNames.find((name) => name === path[0]);
    if (field) errors[field] ??= message;
  }
  return { fields: null, errors };
}
