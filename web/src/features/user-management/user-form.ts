import { friendlyMessage } from '@keydesk/shared/friendly-message';
import {
  type ManagedUser,
  type UserChanges,
  userChangesSchema,
} from '@keydesk/shared/users/managed-user';
import { changesOf } from '../../lib/changes.ts';

/** The values of the edit form. */
export type UserForm = { name: string; email: string; role: string };

export type UserFormErrors = Partial<Record<keyof UserForm, string>>;

/** The initial values of the form. */
export function toUserForm({ name, email, role }: ManagedUser): UserForm {
  return { name, email, role };
}

type ParsedUserForm =
  | { changes: UserChanges; errors: null }
  | { changes: null; errors: UserFormErrors };

/** What was changed since the form opened, or the errors by field. */
export function parseUserForm(form: UserForm, opened: UserForm): ParsedUserForm {
  const parsed = userChangesSchema.safeParse(changesOf(opened, form));
  if (parsed.success) return { changes: changesOf(opened, parsed.data), errors: null };
  const errors: UserFormErrors = {};
  for (const { path, message } of parsed.error.issues) {
    const field = path[0] as keyof UserForm;
    errors[field] ??= friendlyMessage(message);
  }
  return { changes: null, errors };
}
