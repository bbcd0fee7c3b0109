import { z } from 'zod';
import { idSchema, instantSchema } from '../core/fields.ts';
import { roleSchema } from '../http/roles.ts';

/** A person, as they see themselves and as an admin sees them. */
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
  /** Whether the department was stated or accepted by somebody else than the person. */
  departmentConfirmed: z.boolean(),
  version: z.int(),
});
export type User = z.infer<typeof userSchema>;

/** What is stated of a field of a person. */
type PersonField<Value> = {
  /** The heading of its column in files. */
  column: string;
  /** What somebody has whom a file gives nothing. */
  empty: Value;
  /** Whether a file changes it of somebody who is known already. */
  changedByFiles: boolean;
};

/** Who a person is: what files hold, in this order, and what the desk sees. */
export const personFields = {
  name: { column: 'Name', empty: '', changedByFiles: true },
  email: { column: 'Email', empty: '', changedByFiles: false },
  role: { column: 'Role', empty: 'pending', changedByFiles: true },
  department: { column: 'Department', empty: null, changedByFiles: true },
  facultyId: { column: 'Faculty ID', empty: null, changedByFiles: true },
  phone: { column: 'Phone', empty: null, changedByFiles: true },
} as const satisfies { [N in keyof User]?: PersonField<User[N]> };
export type PersonFieldName = keyof typeof personFields;
export type PersonFields = Pick<User, PersonFieldName>;
export const personFieldNames = Object.keys(personFields) as readonly PersonFieldName[];

/** What the desk sees of a person. */
export const userDetailsSchema = userSchema.pick(
  Object.fromEntries(['id', ...personFieldNames].map((name) => [name, true])) as Record<
    'id' | PersonFieldName,
    true
  >,
);
export type UserDetails = z.infer<typeof userDetailsSchema>;

/**
 * The state of an account: `waiting` has registered and an admin must accept it; `suspended` and
 * `removed` cannot sign in and can be restored.
 */
export const userStates = ['active', 'waiting', 'suspended', 'removed'] as const;
export const userStateSchema = z.enum(userStates);
export type UserState = z.infer<typeof userStateSchema>;

/** States that an admin can set; removing a person is a call of its own. */
export const settableStates = ['active', 'suspended'] as const;
export type SettableState = (typeof settableStates)[number];
