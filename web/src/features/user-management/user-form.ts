import {
  assignableRoles,
  type ManagedUser,
  type UserChanges,
  userChangesSchema,
} from '@keydesk/shared/dashboard/dashboard';

/** What stands in the edit form; `role` is empty until one is chosen that may be given. */
export type UserForm = { name: string; email: string; role: string };

export type UserFormFaults = Partial<Record<keyof UserForm, string>>;

/** The form as it opens. */
export const formOf = ({ name, email, role }: ManagedUser): UserForm => ({
  name,
  email,
  role: assignableRoles.some((assignable) => assignable === role) ? role : '',
});

type Reading = { changes: UserChanges; faults: null } | { changes: null; faults: UserFormFaults };

/** What the form says, or what is wrong with each field. */
export const readUserForm = (form: UserForm): Reading => {
  const read = userChangesSchema.safeParse(form);
  if (read.success) return { changes: read.data, faults: null };
  const faults: UserFormFaults = {};
  for (const { path, message } of read.error.issues) {
    const field = path[0] as keyof UserForm;
    faults[field] ??= field === 'role' ? 'Please choose a role' : message;
  }
  return { changes: null, faults };
};
