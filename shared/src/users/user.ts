import { z } from 'zod';
import { idSchema, instantSchema } from '../id.ts';
import { registrationDepartmentSchema } from './department.ts';
import { type Role, roleSchema } from './role.ts';

/** A person as the application shows them to themselves or to an admin (spec §3). */
export const userSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  isVerified: z.boolean(),
  lastLogin: instantSchema.nullable(),
  createdAt: instantSchema,
  department: registrationDepartmentSchema.nullable(),
  facultyId: z.string().nullable(),
});
export type User = z.infer<typeof userSchema>;

/** What the desk sees of a person it is about to deal with. */
export const userDetailsSchema = userSchema.pick({
  id: true,
  name: true,
  email: true,
  role: true,
  department: true,
  facultyId: true,
});
export type UserDetails = z.infer<typeof userDetailsSchema>;

type RegistrationFacts = { role: Role; department: string | null; facultyId: string | null };

/** Pending people and faculty lacking department or faculty ID must register first (spec §2, guards). */
export const needsRegistration = (user: RegistrationFacts): boolean =>
  user.role === 'pending' || (user.role === 'faculty' && !(user.department && user.facultyId));
