import {
  type ManagedUser,
  type UserChanges,
  userChangesSchema,
} from '@keydesk/shared/users/managed-user';
import { assignableRoles } from '@keydesk/shared/users/role';

/** The values of the edit form; `role` is empty until an assignable one is chosen. */
export type UserForm = { name: string; email: string; role: string };

export type UserFormErrors = Partial<Record<keyof UserForm, string>>;

/** The initial values of the form. */
export function toUserForm({ name, email, role }: ManagedUser): UserForm {
  return {
    name,
    email,
    role: assignableRoles.some((assignable) => assignable === role) ? role : '',
  };
}

type ParsedUserForm =
  | { changes: UserChanges; errors: null }
  | { changes: null; errors: UserFormErrors };

/** The values as they would be saved, or the errors by field. */
export function parseUserForm(form: UserForm): ParsedUserForm {
  const parsed = userChangesSchema.safeParse(form);
  if (parsed.success) return { changes: parsed.data, errors: null };
  const errors: UserFormErrors = {};
  for (const { path, message } of parsed.error.issues) {
    const field = path[0] as keyof UserForm;
    errors[field] ??= field === 'role' ? 'Please choose a role' : message;
  }
  return { changes: null, errors };
}
