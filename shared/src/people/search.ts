import { z } from 'zod';
import { idSchema, instantSchema, namedSchema, noteSchema } from '../core/fields.ts';
import { dataWith, deskRoute, messageEnvelope } from '../core/route-rows.ts';
import { says } from '../core/schema-texts.ts';
import { nullAsUndefined } from '../http/input.ts';

/** The text that a card reader types. Messages never repeat it. */
export const cardTextSchema = z
  .string()
  .trim()
  .min(4, says('card-too-short'))
  .max(200, says('card-too-long'));

/** Whether an unknown text looks like a card number: one word with a digit. */
export function looksLikeCardNumber(text: string): boolean {
  return /^(?=.*\d)[0-9A-Za-z%+;][0-9A-Za-z%+;?=^_-]{3,63}$/.test(text.trim());
}

/** A person who may have keys, in the desk's search. */
const foundPersonSchema = z.object({
  id: idSchema,
  name: z.string(),
  department: z.string().nullable(),
  facultyId: z.string().nullable(),
  email: z.string(),
  /** A visitor's latest data; their `email` is empty. */
  visitor: z
    .object({
      name: z.string(),
      phone: z.string(),
      organisation: z.string().nullable(),
      sponsor: namedSchema,
      validUntil: instantSchema,
    })
    .optional(),
});
export type FoundPerson = z.infer<typeof foundPersonSchema>;

export const peopleRoutes = {
  searchPeople: deskRoute({
    method: 'GET',
    path: '/people',
    summary: 'People who may have keys and whom every word fits, the best matches first',
    query: z.strictObject({ search: z.string().trim().max(100).default('') }),
    response: dataWith({ people: z.array(foundPersonSchema) }),
  }),
  findPersonByCard: deskRoute({
    method: 'POST',
    path: '/people/by-card',
    summary: 'The person to whom an ID card belongs',
    isRepeatable: true,
    body: z.strictObject({ cardText: cardTextSchema }),
    response: dataWith({ person: foundPersonSchema }),
  }),
  addPersonCard: deskRoute({
    method: 'POST',
    path: '/people/:id/cards',
    summary: 'Remember an ID card as this person’s; its number is not stored',
    body: z.strictObject({
      cardText: cardTextSchema,
      label: nullAsUndefined(noteSchema('label', 60).optional()),
    }),
    response: dataWith({ card: z.object({ id: idSchema }) }),
  }),
  endPersonCards: deskRoute({
    method: 'DELETE',
    path: '/people/:id/cards',
    summary: 'Forget all ID cards of a person, for instance because one was lost',
    response: messageEnvelope,
  }),
};
