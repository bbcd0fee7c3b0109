import { z } from 'zod';
import {
  chosenInstantSchema,
  idSchema,
  instantSchema,
  namedSchema,
  noteSchema,
} from '../core/fields.ts';
import { borrowerRoute, dataWith } from '../core/route-rows.ts';
import { says } from '../core/schema-texts.ts';
import { nullAsUndefined } from '../http/input.ts';
import type { Role } from '../http/roles.ts';
import { t as inputText } from '../texts/en/input.ts';

/** Null if there is none, or they cannot decide now. */
export type Approvers = {
  owner: Approver | null;
  /** The head of the key's department. */
  head: Approver | null;
};
export type Approver = { id: string; name: string };

/** Open hours after which an undecided request is escalated. */
export const approvalHours = 4;

/** 0 the owner, 1 the head of the department, 2 the admins. */
export type ApprovalStep = 0 | 1 | 2;

/** The current step of a request: missing approvers are skipped (`who-approves`). */
export function stepNow(reached: ApprovalStep, approvers: Approvers): ApprovalStep {
  const { owner, head } = withoutRepeats(approvers);
  if (reached === 0 && owner) return 0;
  return reached < 2 && head ? 1 : 2;
}

/** Null: the admins. */
export function askedAt(step: ApprovalStep, approvers: Approvers): Approver | null {
  const { owner, head } = withoutRepeats(approvers);
  return [owner, head, null][step] ?? null;
}

/** Null after the last. */
export function stepAfter(step: ApprovalStep, approvers: Approvers): ApprovalStep | null {
  return step === 2 ? null : stepNow(step === 0 ? 1 : 2, approvers);
}

/**
 * Whether a person may decide about a request at this step (`who-approves`): current and earlier
 * approvers, and admins, but never the requester.
 */
export function mayDecide(
  { id, role }: { id: string; role: Role },
  {
    requesterId,
    step,
    approvers,
  }: { requesterId: string; step: ApprovalStep; approvers: Approvers },
): boolean {
  if (id === requesterId) return false;
  const { owner, head } = approvers;
  return role === 'admin' || id === owner?.id || (id === head?.id && step >= 1);
}

/** No one is asked a second time. */
function withoutRepeats({ owner, head }: Approvers): Approvers {
  return { owner, head: head?.id === owner?.id ? null : head };
}

export const requestStates = ['open', 'approved', 'denied', 'withdrawn', 'expired'] as const;

const accessRequestSchema = z.object({
  id: idSchema,
  key: z.object({ id: idSchema, keyNumber: z.string(), keyName: z.string() }),
  user: namedSchema,
  purpose: z.string(),
  wantedUntil: instantSchema,
  state: z.enum(requestStates),
  createdAt: instantSchema,
  /** When it expires if undecided. */
  expiresAt: instantSchema,
  decidedBy: namedSchema.nullable(),
  decidedAt: instantSchema.nullable(),
  note: z.string().nullable(),
  mayDecide: z.boolean(),
  /** The current approver; null: the admins. */
  approverName: z.string().nullable(),
});
export type AccessRequest = z.infer<typeof accessRequestSchema>;

const newRequestSchema = z.strictObject({
  keyId: idSchema,
  purpose: noteSchema('purpose', 200, says('say-purpose')).min(1, says('say-purpose')),
  wantedUntil: chosenInstantSchema,
});
export type NewAccessRequest = z.infer<typeof newRequestSchema>;

const decisionSchema = z
  .strictObject({
    decision: z.enum(['approve', 'deny', 'withdraw'], says('approve-deny-withdraw')),
    /** Default: as requested. */
    until: nullAsUndefined(chosenInstantSchema.optional()),
    note: nullAsUndefined(noteSchema('note', 200).optional()),
  })
  .refine(({ decision, until }) => decision === 'approve' || until === undefined, {
    error: () => inputText('end-of-approval-only'),
  });
export type RequestDecision = z.infer<typeof decisionSchema>;

const oneRequest = dataWith({ request: accessRequestSchema });

export const accessRequestRoutes = {
  listAccessRequests: borrowerRoute({
    method: 'GET',
    path: '/access/requests',
    summary:
      "The caller's own requests of late, and those that the caller decides or decided about",
    response: dataWith({
      requests: z.array(accessRequestSchema),
      /** Whether the caller has keys or requests to decide about. */
      decides: z.boolean(),
      /** Whether the caller has access to any key by name. */
      hasGrants: z.boolean(),
    }),
  }),
  requestAccess: borrowerRoute({
    method: 'POST',
    path: '/access/requests',
    summary: 'Ask for a key that needs approval',
    body: newRequestSchema,
    response: oneRequest,
  }),
  decideAccessRequest: borrowerRoute({
    method: 'PATCH',
    path: '/access/requests/:id',
    summary: 'Approve or deny a request, or withdraw one of one’s own',
    needsRecentSignIn: ({ decision }: RequestDecision) => decision === 'approve',
    body: decisionSchema,
    response: oneRequest,
  }),
};
