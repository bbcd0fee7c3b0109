import { z } from 'zod';
import { codePattern } from '../campus/campus.ts';
import { idSchema, instantSchema, languageSchema } from '../core/fields.ts';
import { accountRoute, dataWith, messageEnvelope, publicRoute, route } from '../core/route-rows.ts';
import { deskComputerSchema } from '../duty/duty.ts';
import { nullAsUndefined } from '../http/input.ts';
import { roleSchema } from '../http/roles.ts';
import { facultyIdSchema, personNameSchema } from '../people/person-name.ts';
import { userDetailsSchema, userSchema } from '../people/user.ts';
import { t as errorText } from '../texts/en/errors.ts';

const departmentRequired = { error: () => errorText('DEPARTMENT_REQUIRED') };

/** `department` and `facultyId` are required for faculty only; the service decides by role. */
const registrationSchema = z.strictObject({
  department: nullAsUndefined(
    z.string(departmentRequired).normalize('NFC').regex(codePattern, departmentRequired).optional(),
  ),
  facultyId: nullAsUndefined(facultyIdSchema.optional()),
});

/** When a session ends without further use; the type is `SessionEnd`. */
const sessionEndSchema = z.object({
  endsAt: instantSchema,
  reason: z.enum(['idle', 'expired']),
});

const ownSessionSchema = z.object({
  id: idSchema,
  /** Browser and system, in words. */
  device: z.string(),
  /** The network address of the last use; null if not recorded. */
  address: z.string().nullable(),
  signedInAt: instantSchema,
  lastActiveAt: instantSchema,
  /** The session of this call. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const sessionRoutes = {
  beginGoogleSignIn: publicRoute({
    method: 'GET',
    path: '/auth/google',
    summary: 'Redirect to the identity provider to start sign-in',
    query: z.strictObject({
      login_hint: z.string().max(254).optional(),
      /** The page to return to, on an allowed origin; `auth` or `error` is added to its query. */
      return_to: z.string().max(1000).optional(),
    }),
    response: null,
  }),
  finishGoogleSignIn: publicRoute({
    method: 'GET',
    path: '/auth/google/callback',
    summary: 'Where the identity provider sends the browser back to',
    query: z.looseObject({}),
    response: null,
  }),
  checkAuth: route({
    method: 'GET',
    path: '/auth/check-auth',
    summary: 'Who calls: a person in a session, or an enrolled computer and its guard',
    access: 'signed-in',
    ownership: 'caller',
    deskComputer: 'always',
    response: z.object({
      success: z.literal(true),
      user: userSchema,
      /** Empty at an enrolled computer, whose cookie is its only credential. */
      token: z.string(),
      /** Absent at an enrolled computer, which stays signed in until it is revoked. */
      session: sessionEndSchema.optional(),
      /** The enrolled computer of the caller. */
      desk: deskComputerSchema.optional(),
    }),
  }),
  hasSession: publicRoute({
    method: 'GET',
    path: '/auth/has-session',
    summary: 'Whether check-auth would say who calls; for pages that are open to everyone',
    response: dataWith({ hasSession: z.boolean() }),
  }),
  registrationStatus: accountRoute({
    method: 'GET',
    path: '/auth/registration-status',
    summary: 'Whether the signed-in person must still register',
    response: z.object({
      success: z.literal(true),
      needsRegistration: z.boolean(),
      /** The role of the person's mailbox. */
      assignedRole: roleSchema,
      /** Registered, but not accepted by an admin yet. */
      waiting: z.boolean(),
      user: userSchema,
    }),
  }),
  completeRegistration: accountRoute({
    method: 'POST',
    path: '/auth/complete-registration',
    summary: 'Complete registration; the role follows from the mailbox',
    body: registrationSchema,
    response: z.object({ success: z.literal(true), message: z.string(), user: userSchema }),
  }),
  logout: publicRoute({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session, if there is one',
    response: messageEnvelope,
  }),
  updateProfile: route({
    method: 'PUT',
    path: '/auth/update-profile',
    summary: "Change the caller's own name, and the language if it is given",
    access: 'registered',
    ownership: 'caller',
    deskComputer: 'never',
    body: z.strictObject({ name: personNameSchema, language: languageSchema.optional() }),
    serverFields: ['isVerified', 'lastLogin', 'createdAt', 'departmentConfirmed', 'version'],
    response: z.object({ success: z.literal(true), message: z.string(), user: userSchema }),
  }),
  myData: accountRoute({
    method: 'GET',
    path: '/auth/my-data',
    summary: 'Everything stored of the caller, as a file',
    response: null,
  }),
  getUser: route({
    method: 'GET',
    path: '/auth/user/:userId',
    summary: 'A person as the desk needs to see them: oneself, or anybody for security and admin',
    access: 'registered',
    ownership: 'caller-or-desk',
    response: z.object({ success: z.literal(true), user: userDetailsSchema }),
  }),
  listOwnSessions: accountRoute({
    method: 'GET',
    path: '/auth/sessions',
    summary: "The caller's own sessions, the current one first, then the latest used",
    response: dataWith({ sessions: z.array(ownSessionSchema) }),
  }),
  endOwnSession: accountRoute({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: "End one of the caller's own sessions, with its codes and live connections",
    response: messageEnvelope,
  }),
  staySignedIn: accountRoute({
    method: 'POST',
    path: '/auth/stay-signed-in',
    summary: 'Count as a use of the session, so that it does not end as idle',
    body: z.strictObject({}),
    response: dataWith({ session: sessionEndSchema }),
  }),
  endOtherSessions: accountRoute({
    method: 'POST',
    path: '/auth/sessions/end-others',
    summary: "End all of the caller's own sessions but the current one",
    body: z.strictObject({}),
    response: messageEnvelope,
  }),
  confirmSignIn: accountRoute({
    method: 'GET',
    path: '/auth/confirm',
    summary: 'Redirect to the identity provider, for the caller to prove again who they are',
    query: z.strictObject({}),
    response: null,
  }),
};
