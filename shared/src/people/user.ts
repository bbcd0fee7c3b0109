import { z } from 'zod';
import type { FileHeading } from '../core/csv.ts';
import { idSchema, instantSchema } from '../core/fields.ts';
import { roleSchema } from '../http/roles.ts';

/** For the person and for admins. */
export const userSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  isVerified: z.boolean(),
  lastLogin: instantSchema.nullable(),
  createdAt: instantSchema,
  department: z.string().nullable(),
  facultyId: z.string().nullable(),
  phone: z.string().nullable(),
  /** Whether someone else stated or accepted the department. */
  departmentConfirmed: z.boolean(),
  /** The chosen language; null for the one of their browser. */
  language: z.string().nullable(),
  version: z.int(),
});
export type User = z.infer<typeof userSchema>;

type PersonField<Value> = {
  /** The heading of its column in files. */
  column: FileHeading;
  /** The value for people without one in a file. */
  empty: Value;
  /** Whether files change it for known people. */
  changedByFiles: boolean;
};

/** A person's fields in the order of files; the desk sees them. */
export const personFields = {
  name: { column: 'name', empty: '', changedByFiles: true },
  email: { column: 'email', empty: '', changedByFiles: false },
  role: { column: 'role', empty: 'pending', changedByFiles: true },
  department: { column: 'department', empty: null, changedByFiles: true },
  facultyId: { column: 'faculty-id', empty: null, changedByFiles: true },
  phone: { column: 'phone', empty: null, changedByFiles: true },
} as const satisfies { [N in keyof User]?: PersonField<User[N]> };
export type PersonFieldName = keyof typeof personFields;
export type PersonFields = Pick<User, PersonFieldName>;
export const personFieldNames = Object.keys(personFields) as readonly PersonFieldName[];

export const userDetailsSchema = userSchema.pick(
  Object.fromEntries(['id', ...personFieldNames].map((name) => [name, true])) as Record<
    'id' | PersonFieldName,
    true
  >,
);
export type UserDetails = z.infer<typeof userDetailsSchema>;

/**
 * `waiting`: registered, needs an admin's approval; `suspended` and `removed`: cannot sign in and
 * can be restored.
 */
export const userStates = ['active', 'waiting', 'suspended', 'removed'] as const;
export const userStateSchema = z.enum(userStates);
export type UserState = z.infer<typeof userStateSchema>;

/** States that an admin can set; deleting a person is a separate call. */
export const settableStates = ['active', 'suspended'] as const;
export type SettableState = (typeof settableStates)[number];
