import { z } from 'zod';
import { nullAsUndefined } from '../http/optional-fields.ts';
import { dataEnvelope, route } from '../http/route.ts';
import { chosenInstantSchema, idSchema, instantSchema } from '../id.ts';
import { keySchema } from '../keys/key.ts';
import { noteSchema } from '../note.ts';
import { permissions } from '../users/permissions.ts';
import { maxDayLabel } from './calendar-routes.ts';

const loanPath = z.strictObject({ id: idSchema });
const maxReason = 500;

function reasonOf(max: number) {
  return noteSchema('Reason', max, 'Please give a reason');
}

const extensionBody = z.strictObject({
  /** Without it, as long as one extension is. */
  until: nullAsUndefined(chosenInstantSchema.optional()),
  /** Asked of the desk. */
  reason: nullAsUndefined(reasonOf(maxReason).optional()),
});
export type ExtensionBody = z.infer<typeof extensionBody>;

const timeRule = 'Please give the time as HH:MM';

const closingBody = z.strictObject({
  closes: z.string(timeRule).regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeRule),
  // It is the label of the day in the calendar.
  reason: reasonOf(maxDayLabel).min(1, 'Please give a reason'),
});
export type ClosingBody = z.infer<typeof closingBody>;

/** What a holder is told about one of their loans: until when they may keep it, or why not. */
const offerSchema = z.object({
  loanId: idSchema,
  keyId: idSchema,
  until: instantSchema.nullable(),
  /** Null where it can be extended, and where no rule speaks of extensions. */
  why: z.string().nullable(),
});
export type ExtensionOffer = z.infer<typeof offerSchema>;

/** Moving due times: of one loan, and of all that are due when the campus closes today. */
export const extensionRoutes = {
  ownExtensions: route({
    method: 'GET',
    path: '/loans/extensions',
    summary: 'Until when the caller may keep each of their keys, or why not longer',
    access: permissions.borrowKeys,
    ownership: 'caller',
    response: dataEnvelope(z.object({ offers: z.array(offerSchema) })),
  }),
  loanExtensions: route({
    method: 'GET',
    path: '/loans/:id/extensions',
    summary: 'When a loan is due, and what its rules allow beyond that',
    access: permissions.performHandovers,
    ownership: 'none',
    params: loanPath,
    response: dataEnvelope(
      z.object({
        loanId: idSchema,
        keyNumber: z.string(),
        dueAt: instantSchema.nullable(),
        graceUntil: instantSchema.nullable(),
        /** The times that extensions lead to. */
        choices: z.array(instantSchema),
        /** By when it must be back; only an admin may go beyond. */
        latest: instantSchema.nullable(),
      }),
    ),
  }),
  extendLoan: route({
    method: 'POST',
    path: '/loans/:id/extend',
    summary: 'Keep a key for longer: the holder as its rule allows, the desk with a reason',
    access: permissions.borrowKeys,
    ownership: 'caller-or-desk',
    params: loanPath,
    body: extensionBody,
    response: dataEnvelope(
      z.object({
        key: keySchema,
        loanId: idSchema,
        dueAt: instantSchema,
        graceUntil: instantSchema,
      }),
    ),
  }),
  moveClosing: route({
    method: 'POST',
    path: '/campus/closing-today',
    summary: "Move today's closing, and with it every key that is due then",
    access: permissions.administer,
    ownership: 'none',
    body: closingBody,
    response: dataEnvelope(
      z.object({
        /** YYYY-MM-DD */
        day: z.string(),
        closes: z.string(),
        dueAt: instantSchema,
        /** How many keys are due later, or earlier, than before. */
        moved: z.int(),
      }),
    ),
  }),
};
