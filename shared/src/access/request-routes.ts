import { z } from 'zod';
import { nullAsUndefined } from '../http/optional-fields.ts';
import { dataEnvelope, route } from '../http/route.ts';
import { chosenInstantSchema, idSchema, instantSchema } from '../id.ts';
import { namedSchema } from '../named.ts';
import { noteSchema } from '../note.ts';
import { permissions } from '../users/permissions.ts';

const requestStates = ['open', 'approved', 'denied', 'withdrawn', 'expired'] as const;

const accessRequestSchema = z.object({
  id: idSchema,
  key: z.object({ id: idSchema, keyNumber: z.string(), keyName: z.string() }),
  user: namedSchema,
  purpose: z.string(),
  wantedUntil: instantSchema,
  state: z.enum(requestStates),
  createdAt: instantSchema,
  /** When it ends by itself if nobody decides. */
  expiresAt: instantSchema,
  decidedBy: namedSchema.nullable(),
  decidedAt: instantSchema.nullable(),
  note: z.string().nullable(),
  /** Whether the caller may decide it now. */
  mayDecide: z.boolean(),
  /** Who is asked to decide it now; null: the admins. */
  approverName: z.string().nullable(),
});
export type AccessRequest = z.infer<typeof accessRequestSchema>;

const newRequestSchema = z.strictObject({
  keyId: idSchema,
  purpose: noteSchema('Purpose', 200, 'Please say what for').min(1, 'Please say what for'),
  wantedUntil: chosenInstantSchema,
});
export type NewAccessRequest = z.infer<typeof newRequestSchema>;

const decisionSchema = z
  .strictObject({
    decision: z.enum(['approve', 'deny', 'withdraw'], 'Please approve, deny or withdraw'),
    /** Until when, if not as long as was asked for. */
    until: nullAsUndefined(chosenInstantSchema.optional()),
    note: nullAsUndefined(noteSchema('Note', 200).optional()),
  })
  .refine(({ decision, until }) => decision === 'approve' || until === undefined, {
    error: 'Only an approval has an end',
  });
export type RequestDecision = z.infer<typeof decisionSchema>;

const oneRequest = dataEnvelope(z.object({ request: accessRequestSchema }));

/** Asking for a key that needs approval, and deciding. */
export const accessRequestRoutes = {
  listAccessRequests: route({
    method: 'GET',
    path: '/access/requests',
    summary:
      "The caller's own requests of late, and those that the caller decides or decided about",
    access: permissions.borrowKeys,
    ownership: 'caller',
    deskComputer: 'never',
    response: dataEnvelope(
      z.object({
        requests: z.array(accessRequestSchema),
        /** Whether the caller has keys or requests to decide about. */
        decides: z.boolean(),
        /** Whether the caller has access to any key by name. */
        hasGrants: z.boolean(),
      }),
    ),
  }),
  requestAccess: route({
    method: 'POST',
    path: '/access/requests',
    summary: 'Ask for a key that needs approval',
    access: permissions.borrowKeys,
    ownership: 'caller',
    deskComputer: 'never',
    body: newRequestSchema,
    response: oneRequest,
  }),
  decideAccessRequest: route({
    method: 'PATCH',
    path: '/access/requests/:id',
    summary: 'Approve or deny a request, or withdraw one of one’s own',
    access: permissions.borrowKeys,
    ownership: 'caller',
    needsRecentSignIn: ({ decision }: RequestDecision) => decision === 'approve',
    deskComputer: 'never',
    params: z.strictObject({ id: idSchema }),
    body: decisionSchema,
    response: oneRequest,
  }),
};
