import {
  type ManagedUser,
  type UserChanges,
  userChangesSchema,
} from '@keydesk/shared/users/managed-user';
import { changesOf } from '../../lib/changes.ts';
import { type DraftErrors, errorsByField } from '../../lib/draft.ts';

/** The values of the edit form. */
export type UserForm = { name: string; email: string; role: string };

/** The initial values of the form. */
export function toUserForm({ name, email, role }: ManagedUser): UserForm {
  return { name, email, role };
}

type ParsedUserForm = { changes: UserChanges | null; errors: DraftErrors<UserForm> };

/** What was changed since the form opened, or the errors by field. */
export function parseUserForm(form: UserForm, opened: UserForm): ParsedUserForm {
  const { data, error } = userChangesSchema.safeParse(changesOf(opened, form));
  return { changes: data ? changesOf(opened, data) : null, errors: errorsByField(error?.issues) };
}
