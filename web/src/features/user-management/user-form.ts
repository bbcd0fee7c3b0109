import {
  assignableRoles,
  type ManagedUser,
  type UserChanges,
  userChangesSchema,
} from '@keydesk/shared/dashboard/dashboard';

/** What stands in the edit form; `role` is empty until one is chosen that may be given. */
export type UserForm = { name: string; email: string; role: string };

export type UserFormErrors = Partial<Record<keyof UserForm, string>>;

/** The form as it opens. */
export function toUserForm({ name, email, role }: ManagedUser): UserForm {
  return {
    name,
    email,
    role: assignableRoles.some((assignable) => assignable === role) ? role : '',
  };
}

type ParsedUserForm =
  | { changes: UserChanges; faults: null }
  | { changes: null; faults: UserFormErrors };

/** What the form says, or what is wrong with each field. */
export function parseUserForm(form: UserForm): ParsedUserForm {
  const read = userChangesSchema.safeParse(form);
  if (read.success) return { changes: read.data, faults: null };
  const faults: UserFormErrors = {};
  for (const { path, message } of read.error.issues) {
    const field = path[0] as keyof UserForm;
    faults[field] ??= field === 'role' ? 'Please choose a role' : message;
  }
  return { changes: null, faults };
}
