import { z } from 'zod';
import { personNameSchema } from './person-fields.ts';
import { roles } from './role.ts';
import { userSchema, userStateSchema } from './user.ts';

/** A person in Manage Users, with what keeps them from being deleted. */
export const managedUserSchema = userSchema.extend({
  state: userStateSchema,
  openLoans: z.int(),
  sessions: z.int(),
});
export type ManagedUser = z.infer<typeof managedUserSchema>;

/**
 * What an admin can change about a person: any part, or all of it. A role that nobody can be given may
 * be sent by those who do not change it.
 */
export const userChangesSchema = z
  .strictObject({
    name: personNameSchema,
    email: z
      .string()
      .trim()
      .toLowerCase()
      .min(1, 'Email is required')
      .max(254)
      .pipe(z.email('Please enter a valid email address')),
    role: z.enum(roles, 'Please choose a role'),
  })
  .partial();
export type UserChanges = z.infer<typeof userChangesSchema>;
