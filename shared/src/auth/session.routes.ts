import { z } from 'zod';
import { dataEnvelope, messageEnvelope } from '../http/envelope.ts';
import { route } from '../http/route.ts';
import { idSchema, instantSchema } from '../id.ts';

/** A browser in which the caller is signed in. */
const ownSessionSchema = z.object({
  id: idSchema,
  /** Browser and system, in words. */
  device: z.string(),
  /** The network address of the last use; null when it was not recorded. */
  address: z.string().nullable(),
  signedInAt: instantSchema,
  lastActiveAt: instantSchema,
  /** The session of this very call. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const sessionRoutes = {
  listOwnSessions: route({
    method: 'GET',
    path: '/auth/sessions',
    summary: "The caller's own sessions, the current one first, then the latest used",
    access: 'signed-in',
    ownership: 'caller',
    response: dataEnvelope(z.object({ sessions: z.array(ownSessionSchema) })),
  }),
  endOwnSession: route({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: "End one of the caller's own sessions, with its codes and live connections",
    access: 'signed-in',
    ownership: 'caller',
    params: z.strictObject({ id: idSchema }),
    response: messageEnvelope,
  }),
  endOtherSessions: route({
    method: 'POST',
    path: '/auth/sessions/end-others',
    summary: "End all of the caller's own sessions but the current one",
    access: 'signed-in',
    ownership: 'caller',
    body: z.strictObject({}),
    response: messageEnvelope,
  }),
  confirmSignIn: route({
    method: 'GET',
    path: '/auth/confirm',
    summary: 'Redirect to the identity provider, for the caller to prove again who they are',
    access: 'signed-in',
    ownership: 'caller',
    query: z.strictObject({}),
    response: null,
  }),
};
