import { z } from 'zod';
import { nullAsUndefined } from '../http/optional-fields.ts';
import { dataEnvelope, route } from '../http/route.ts';
import { idSchema } from '../id.ts';
import { noteSchema } from '../note.ts';
import { permissions } from '../users/permissions.ts';
import { disputeSchema } from './dispute.ts';

const idPath = z.strictObject({ id: idSchema });
const optionalNote = nullAsUndefined(noteSchema('Note', 500).optional());

const settlementBody = z.discriminatedUnion('resolution', [
  z.strictObject({ resolution: z.enum(['returned', 'confirmed']), note: optionalNote }),
  z.strictObject({
    resolution: z.literal('corrected'),
    note: optionalNote,
    /** Who actually had the key. */
    holderId: idSchema,
  }),
]);
export type Settlement = z.infer<typeof settlementBody>;

/** 'Not me': a holder disputes a loan, and an admin settles it. */
export const disputeRoutes = {
  disputeLoan: route({
    method: 'POST',
    path: '/loans/:id/dispute',
    summary: 'Say that a key was not handed to oneself, within 24 hours',
    access: 'registered',
    ownership: 'caller',
    deskComputer: 'never',
    params: idPath,
    response: dataEnvelope(z.object({ loanId: idSchema })),
  }),
  settleDispute: route({
    method: 'PATCH',
    path: '/loans/:id/dispute',
    summary: 'Settle a dispute: the key is back, somebody else had it, or the record was right',
    access: permissions.administer,
    ownership: 'none',
    params: idPath,
    body: settlementBody,
    response: dataEnvelope(z.object({ dispute: disputeSchema })),
  }),
  keyDisputes: route({
    method: 'GET',
    path: '/keys/:id/disputes',
    summary: 'The disputes about a key: open ones first, then the latest',
    access: permissions.performHandovers,
    ownership: 'none',
    params: idPath,
    response: dataEnvelope(z.object({ disputes: z.array(disputeSchema) })),
  }),
};
