import { z } from 'zod';
import { idSchema, instantSchema } from '../id.ts';

/** What a key opens. With department and block, the fixed choices for a key. */
export const keyCategories = [
  'classroom',
  'lab',
  'office',
  'storage',
  'library',
  'auditorium',
  'cafeteria',
  'hostel',
  'maintenance',
  'security',
  'other',
] as const;
export const keyDepartments = [
  'CSE',
  'EEE',
  'AIML',
  'IoT',
  'ECE',
  'MECH',
  'CIVIL',
  'IT',
  'ADMIN',
  'RESEARCH',
  'COMMON',
] as const;
export const keyBlocks = [
  'A',
  'B',
  'C',
  'D',
  'E',
  'F',
  'G',
  'H',
  'PG',
  'MAIN',
  'LIB',
  'AUD',
  'CAF',
  'HOSTEL',
  'OTHER',
] as const;

/** What a new key has where nothing else is given. */
export const keyDefaults = {
  description: '',
  category: 'other',
  department: 'COMMON',
  block: 'A',
  frequentlyUsed: false,
} as const;

const keyStatuses = ['available', 'unavailable'] as const;

export const keyCategorySchema = z.enum(keyCategories);
export const keyDepartmentSchema = z.enum(keyDepartments);
export const keyBlockSchema = z.enum(keyBlocks);
export const keyStatusSchema = z.enum(keyStatuses);
export type KeyDepartment = z.infer<typeof keyDepartmentSchema>;
export type KeyStatus = z.infer<typeof keyStatusSchema>;

/** Who has a key; the email only for admin, security and the holder. */
const holderSchema = z.object({
  userId: idSchema,
  name: z.string(),
  email: z.string().optional(),
});
export type Holder = z.infer<typeof holderSchema>;

/**
 * A key as the API sends it. `status`, `takenBy`, `takenAt` and `loanId` describe the open loan,
 * `returnedAt` the last closed one. `version` grows with every change of the key or its loan.
 */
export const keySchema = z.object({
  _id: idSchema,
  keyNumber: z.string(),
  keyName: z.string(),
  location: z.string(),
  status: keyStatusSchema,
  description: z.string(),
  category: keyCategorySchema,
  department: keyDepartmentSchema,
  block: keyBlockSchema,
  frequentlyUsed: z.boolean(),
  takenBy: holderSchema.nullable(),
  takenAt: instantSchema.nullable(),
  returnedAt: instantSchema.nullable(),
  loanId: idSchema.nullable(),
  isActive: z.boolean(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
});
export type Key = z.infer<typeof keySchema>;
