import { z } from 'zod';
import { personNameSchema } from './person-fields.ts';
import { assignableRoles } from './role.ts';
import { userSchema, userStateSchema } from './user.ts';

/** A person in Manage Users, with what keeps them from being deleted. */
export const managedUserSchema = userSchema.extend({
  state: userStateSchema,
  openLoans: z.int(),
  sessions: z.int(),
});
export type ManagedUser = z.infer<typeof managedUserSchema>;

/** What an admin can change about a person. */
export const userChangesSchema = z.strictObject({
  name: personNameSchema,
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Email is required')
    .max(254)
    .pipe(z.email('Please enter a valid email address')),
  role: z.enum(assignableRoles),
});
export type UserChanges = z.infer<typeof userChangesSchema>;
