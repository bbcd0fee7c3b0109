import { z } from 'zod';
import { codePattern } from '../campus/campus.ts';
import { shownVersion } from '../core/edits.ts';
import { csvFile, idSchema, instantSchema, namedSchema, phoneSchema } from '../core/fields.ts';
import { adminRoute, dataEnvelope, dataWith, messageEnvelope } from '../core/route-rows.ts';
import { says } from '../core/schema-texts.ts';
import { type Role, roles } from '../http/roles.ts';
import { loanPeriodSchema, openLoanSchema, userLoanSchema } from '../loans/loan.ts';
import { facultyIdSchema, personNameSchema } from '../people/person-name.ts';
import { settableStates, userSchema, userStateSchema, userStates } from '../people/user.ts';
import { t as errorText } from '../texts/en/errors.ts';
import { t as inputText } from '../texts/en/input.ts';

const managedUserSchema = userSchema.extend({
  state: userStateSchema,
  openLoans: z.int(),
  sessions: z.int(),
  /** Since when the college's records do not include the person. */
  leftRecordsAt: instantSchema.nullable(),
});
export type ManagedUser = z.infer<typeof managedUserSchema>;

/** An empty text and null both mean none. */
function emptiable(schema: z.ZodType<string, string>) {
  return z
    .string()
    .nullable()
    .transform((text) => text?.trim() || null)
    .pipe(schema.nullable());
}

const departmentSchema = z
  .string()
  .normalize('NFC')
  .regex(codePattern, { error: () => errorText('DEPARTMENT_REQUIRED') });

/** Changes of a person by an admin. A role that cannot be assigned may be sent unchanged. */
export const userChangesSchema = z
  .strictObject({
    name: personNameSchema,
    email: z
      .string()
      .trim()
      .toLowerCase()
      .min(1, says('email-required'))
      .max(254)
      .pipe(z.email(says('enter-valid-email'))),
    role: z.enum(roles, says('choose-role')),
    department: emptiable(departmentSchema),
    facultyId: emptiable(facultyIdSchema),
    phone: emptiable(phoneSchema),
  })
  .partial();
export type UserChanges = z.infer<typeof userChangesSchema>;

type FacultyFields = { department: string | null; facultyId: string | null };

/** Fields without which faculty would have to register again. */
export function emptiedOfFaculty(
  before: FacultyFields,
  after: FacultyFields & { role: Role },
): (keyof FacultyFields)[] {
  if (after.role !== 'faculty') return [];
  return (['department', 'facultyId'] as const).filter((name) => before[name] && !after[name]);
}

export const maxPeoplePerChange = 200;

export const bulkUserChangesSchema = z
  .strictObject({
    department: departmentSchema,
    /** Only for pending people; it accepts those who wait. */
    role: z.literal('faculty'),
    state: z.literal('suspended'),
    departmentConfirmed: z.literal(true),
  })
  .partial()
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: () => inputText('choose-changes'),
  });
export type BulkUserChanges = z.infer<typeof bulkUserChangesSchema>;

/**
 * Filters of the list. `active` means everyone who may sign in, including people waiting for
 * approval; of these, `unconfirmed` have a department that no one else has confirmed, and `left`
 * are missing in the college's records.
 */
export const listedStates = [...userStates, 'unconfirmed', 'left', 'all'] as const;
export type ListedState = (typeof listedStates)[number];

/** Whether the department needs a confirmation; accepting a waiting person confirms it. */
export function needsConfirmedDepartment(
  user: Pick<ManagedUser, 'state' | 'department' | 'departmentConfirmed'>,
): boolean {
  return user.state === 'active' && user.department !== null && !user.departmentConfirmed;
}

/** Any state except erased. */
const userOverviewSchema = z.object({
  user: managedUserSchema,
  openLoans: z.array(openLoanSchema.extend({ graceUntil: instantSchema.nullable() })),
  /** The sponsors who refuse the visitor. */
  refusedBy: z.array(namedSchema),
  /** Last use of any stored session. */
  lastActiveAt: instantSchema.nullable(),
  /** Latest first. */
  failedMails: z.array(
    z.object({ subject: z.string(), failedAt: instantSchema, reason: z.string() }),
  ),
});
export type UserOverview = z.infer<typeof userOverviewSchema>;

export const userRoutes = {
  listUsers: adminRoute({
    method: 'GET',
    path: '/dashboard/users',
    summary: 'People, page by page',
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(10),
      search: z.string().max(100).optional(),
      role: z.enum(['all', ...roles]).default('all'),
      state: z.enum(listedStates).default('active'),
    }),
    response: dataWith({
      users: z.array(managedUserSchema),
      /** People waiting for approval, regardless of the filters. */
      waiting: z.int(),
      /** Sizes of the other two review lists; absent if empty. */
      unconfirmed: z.int().optional(),
      left: z.int().optional(),
      pagination: z.object({
        currentPage: z.int(),
        totalPages: z.int(),
        totalUsers: z.int(),
        hasNext: z.boolean(),
        hasPrev: z.boolean(),
      }),
    }),
  }),
  updateUser: adminRoute({
    method: 'PUT',
    path: '/dashboard/users/:id',
    summary: 'Change any part of who a person is; a role change ends their codes',
    needsRecentSignIn: ({ email, role, department, facultyId }: UserChanges) =>
      [email, role, department, facultyId].some((value) => value !== undefined),
    body: userChangesSchema.extend({ version: shownVersion }),
    serverFields: Object.keys(managedUserSchema.shape),
    response: dataWith({ user: userSchema }),
  }),
  updateUsers: adminRoute({
    method: 'PATCH',
    path: '/dashboard/users',
    summary:
      'Give many people a department, confirm theirs, make them faculty or suspend them: all or none',
    needsRecentSignIn: true,
    body: z.strictObject({
      userIds: z.array(idSchema).min(1).max(maxPeoplePerChange),
      changes: bulkUserChangesSchema,
    }),
    response: dataWith({
      /** Number of people that were changed. */
      changed: z.int(),
    }),
  }),
  deleteUser: adminRoute({
    method: 'DELETE',
    path: '/dashboard/users/:id',
    summary: 'Remove a person without open loans; their history stays, they are kept out',
    needsRecentSignIn: true,
    response: messageEnvelope,
  }),
  eraseUser: adminRoute({
    method: 'POST',
    path: '/dashboard/users/:id/erase',
    summary: 'Forget who a removed person was; what they did stays, done by a former member',
    needsRecentSignIn: true,
    response: messageEnvelope,
  }),
  setUserState: adminRoute({
    method: 'PATCH',
    path: '/dashboard/users/:id/state',
    summary: 'Suspend a person, restore a suspended or removed one, or accept one who waits',
    needsRecentSignIn: true,
    body: z.strictObject({ state: z.enum(settableStates) }),
    response: dataWith({ user: userSchema }),
  }),
  userDetails: adminRoute({
    method: 'GET',
    path: '/dashboard/users/:id',
    summary: 'A person with their open loans and sessions',
    response: dataWith({
      user: userSchema,
      openLoans: z.array(openLoanSchema.extend({ graceUntil: instantSchema.nullable() })),
      sessions: z.array(
        z.object({ id: idSchema, createdAt: instantSchema, expiresAt: instantSchema }),
      ),
    }),
  }),
  userOverview: adminRoute({
    method: 'GET',
    path: '/dashboard/users/:id/overview',
    summary: 'A person in any state, with their open loans and when they were last active',
    response: dataEnvelope(userOverviewSchema),
  }),
  userLoans: adminRoute({
    method: 'GET',
    path: '/people/:id/loans',
    summary: 'Which keys a person had when, newest first, page by page',
    query: loanPeriodSchema.extend({ before: idSchema.optional() }),
    response: dataWith({ loans: z.array(userLoanSchema), hasMore: z.boolean() }),
  }),
  exportUserLoans: adminRoute({
    method: 'GET',
    path: '/people/:id/loans/csv',
    summary: 'The same loans as CSV',
    ...csvFile,
    query: csvFile.query.extend(loanPeriodSchema.shape),
  }),
  signOutEverywhere: adminRoute({
    method: 'POST',
    path: '/dashboard/users/:id/sign-out',
    summary: 'End all sessions of a person',
    response: messageEnvelope,
  }),
};
