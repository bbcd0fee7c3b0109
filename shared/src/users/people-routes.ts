import { z } from 'zod';
import { nullAsUndefined } from '../http/optional-fields.ts';
import { dataEnvelope, messageEnvelope, route } from '../http/route.ts';
import { idSchema } from '../id.ts';
import { noteSchema } from '../note.ts';
import { permissions } from './permissions.ts';
import { cardTextSchema } from './person-card.ts';

const personPath = z.strictObject({ id: idSchema });

/** Somebody who may have keys, as the desk finds them. */
const foundPersonSchema = z.object({
  id: idSchema,
  name: z.string(),
  department: z.string().nullable(),
  facultyId: z.string().nullable(),
  email: z.string(),
});
export type FoundPerson = z.infer<typeof foundPersonSchema>;

/** People, as the desk finds them: by name, Faculty ID, address or ID card. */
export const peopleRoutes = {
  searchPeople: route({
    method: 'GET',
    path: '/people',
    summary: 'People who may have keys and whom every word fits, the best matches first',
    access: permissions.performHandovers,
    ownership: 'none',
    query: z.strictObject({ search: z.string().trim().max(100).default('') }),
    response: dataEnvelope(z.object({ people: z.array(foundPersonSchema) })),
  }),
  findPersonByCard: route({
    method: 'POST',
    path: '/people/by-card',
    summary: 'The person to whom an ID card belongs',
    access: permissions.performHandovers,
    ownership: 'none',
    body: z.strictObject({ cardText: cardTextSchema }),
    response: dataEnvelope(z.object({ person: foundPersonSchema })),
  }),
  addPersonCard: route({
    method: 'POST',
    path: '/people/:id/cards',
    summary: 'Remember an ID card as this person’s; its number is not stored',
    access: permissions.performHandovers,
    ownership: 'none',
    params: personPath,
    body: z.strictObject({
      cardText: cardTextSchema,
      label: nullAsUndefined(noteSchema('Label', 60).optional()),
    }),
    response: dataEnvelope(z.object({ card: z.object({ id: idSchema }) })),
  }),
  endPersonCards: route({
    method: 'DELETE',
    path: '/people/:id/cards',
    summary: 'Forget all ID cards of a person, for instance because one was lost',
    access: permissions.performHandovers,
    ownership: 'none',
    params: personPath,
    response: messageEnvelope,
  }),
};
