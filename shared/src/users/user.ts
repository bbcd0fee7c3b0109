import { z } from 'zod';
import { idSchema, instantSchema } from '../id.ts';
import { roleSchema } from './role.ts';

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
});
export type User = z.infer<typeof userSchema>;

/** What the desk sees of a person. */
export const userDetailsSchema = userSchema.pick({
  id: true,
  name: true,
  email: true,
  role: true,
  department: true,
  facultyId: true,
});
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
