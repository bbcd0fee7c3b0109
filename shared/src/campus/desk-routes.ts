import { z } from 'zod';
import { dataEnvelope, route } from '../http/route.ts';
import { idSchema } from '../id.ts';
import { permissions } from '../users/permissions.ts';
import { isVisibleLine, visibleLineError } from '../visible-line.ts';
import { deskSchema } from './campus.ts';

const fields = {
  name: required('Name', 60).refine(isVisibleLine, visibleLineError('Name')),
  place: required('Place', 160).refine(isVisibleLine, visibleLineError('Place')),
  /** Null, or an empty text, for none. */
  phone: z
    .string()
    .trim()
    .max(40, 'Phone must be at most 40 characters')
    .refine(isVisibleLine, visibleLineError('Phone'))
    .nullable()
    .transform((phone) => phone || null)
    .optional(),
};

const newDeskSchema = z.strictObject(fields);
export type NewDesk = z.infer<typeof newDeskSchema>;

const deskChangesSchema = z
  .strictObject({
    ...fields,
    /** Its place in the list, from 1; beyond the end means last. */
    position: z.int().min(1).max(10_000),
    /** A retired desk keeps its keys, but no key or computer can be given to it. */
    retired: z.boolean(),
  })
  .partial();
export type DeskChanges = z.infer<typeof deskChangesSchema>;

const oneDesk = dataEnvelope(z.object({ desk: deskSchema }));

/** The places where keys are handed over. */
export const deskRoutes = {
  listDesks: route({
    method: 'GET',
    path: '/campus/desks',
    summary: 'Every desk in order, retired ones among them, and how many keys are at home there',
    access: 'registered',
    ownership: 'none',
    response: dataEnvelope(z.object({ desks: z.array(deskSchema.extend({ keys: z.int() })) })),
  }),
  addDesk: route({
    method: 'POST',
    path: '/campus/desks',
    summary: 'Add a desk, last in the list',
    access: permissions.administer,
    ownership: 'none',
    body: newDeskSchema,
    response: oneDesk,
  }),
  changeDesk: route({
    method: 'PATCH',
    path: '/campus/desks/:id',
    summary: 'Rename, move, retire or bring back a desk',
    access: permissions.administer,
    ownership: 'none',
    params: z.strictObject({ id: idSchema }),
    body: deskChangesSchema,
    response: oneDesk,
  }),
};

function required(field: string, max: number) {
  return z
    .string({ error: ({ input }) => (input === undefined ? `${field} is required` : undefined) })
    .trim()
    .min(1, `${field} is required`)
    .max(max, `${field} must be at most ${max} characters`);
}
