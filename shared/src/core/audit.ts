import { z } from 'zod';
import { optionalFilter } from '../http/input.ts';
import {
  chosenInstantSchema,
  csvFile,
  idSchema,
  instantSchema,
  mentionSchema,
  namedSchema,
} from './fields.ts';
import { adminRoute, dataWith } from './route-rows.ts';

/** Retention of custody events, regardless of the settings for other events. */
export const custodyDays = 365;

export const auditEntrySchema = z.object({
  id: z.int(),
  at: instantSchema,
  action: z.string(),
  actor: namedSchema.nullable(),
  subject: namedSchema.nullable(),
  key: z.object({ id: idSchema, keyNumber: z.string() }).nullable(),
  loanId: idSchema.nullable(),
  method: z.string().nullable(),
  reason: z.string().nullable(),
  details: z.unknown(),
  /** Which request did it, as its answer and the log say; null for timed work and older events. */
  requestId: z.string().nullable(),
  /** The people and keys whose ids are in the details. */
  mentioned: z.array(mentionSchema).optional(),
  sealed: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/**
 * All filters apply together. `person` matches actor or subject; `hide` leaves out sign-ins and
 * sign-outs, except refused ones.
 */
export const auditFilterSchema = z.strictObject({
  person: optionalFilter(idSchema),
  key: optionalFilter(idSchema),
  action: optionalFilter(z.string().max(60)),
  from: optionalFilter(chosenInstantSchema),
  to: optionalFilter(chosenInstantSchema),
  hide: optionalFilter(z.literal('sign-ins')),
});

export const auditRoutes = {
  listAudit: adminRoute({
    method: 'GET',
    path: '/dashboard/audit',
    summary: 'Audit events, newest first',
    query: auditFilterSchema.extend({
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: dataWith({
      events: z.array(auditEntrySchema),
      actions: z.array(z.string()),
      hasMore: z.boolean(),
    }),
  }),
  verifyAudit: adminRoute({
    method: 'POST',
    path: '/dashboard/audit/verify',
    summary: 'Recompute the hash chain and say where it breaks, if it does',
    isRepeatable: true,
    response: dataWith({ intact: z.boolean(), checked: z.int(), brokenAt: z.int().nullable() }),
  }),
  exportAudit: adminRoute({
    method: 'GET',
    path: '/dashboard/audit/csv',
    summary: 'Audit events as CSV',
    ...csvFile,
    query: csvFile.query.extend(auditFilterSchema.shape),
  }),
};
