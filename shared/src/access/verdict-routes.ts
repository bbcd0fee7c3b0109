import { z } from 'zod';
import { dataEnvelope, route } from '../http/route.ts';
import { chosenInstantSchema, idSchema, instantSchema } from '../id.ts';
import { permissions } from '../users/permissions.ts';

const outcomeSchema = z.enum(['allowed', 'needs-approval', 'refused']);

/** A `RuleVerdict` on the wire. */
export const verdictSchema = z.object({
  outcome: outcomeSchema,
  reasons: z
    .array(
      z.object({
        code: z.string(),
        text: z.string(),
        until: instantSchema.optional(),
        who: z.string().optional(),
      }),
    )
    .readonly(),
  obligations: z.array(z.literal('tag')).readonly(),
  next: z.enum(['request', 'return-first', 'ask-desk']).nullable(),
});

const notFreeSchema = z.record(
  idSchema,
  z.object({ outcome: outcomeSchema.exclude(['allowed']), code: z.string() }),
);
export type NotFree = z.infer<typeof notFreeSchema>;

/** Who may take a key. */
export const accessVerdictRoutes = {
  keysAccess: route({
    method: 'GET',
    path: '/keys/access',
    summary: 'The keys that the caller may not simply take now, and why',
    access: permissions.borrowKeys,
    ownership: 'caller',
    response: dataEnvelope(z.object({ version: z.string(), notFree: notFreeSchema })),
  }),
  keyVerdict: route({
    method: 'GET',
    path: '/keys/:id/verdict',
    summary: 'Whether somebody may take a key at a moment, and who may in general',
    access: permissions.borrowKeys,
    ownership: 'caller-or-desk',
    params: z.strictObject({ id: idSchema }),
    query: z.strictObject({ userId: idSchema.optional(), at: chosenInstantSchema.optional() }),
    response: dataEnvelope(
      z.object({
        verdict: verdictSchema,
        /** Who may take it, a sentence for each rule that is about it. */
        whoMayTake: z.array(z.string()),
        /** The place in it of the sentence that the reason of the verdict says already. */
        inReason: z.int().nullable(),
        /** Everybody may take it, and no rule is about it. */
        isOpen: z.boolean(),
      }),
    ),
  }),
};
