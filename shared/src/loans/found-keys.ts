import { z } from 'zod';
import { idSchema, instantSchema, noteSchema } from '../core/fields.ts';
import { dataWith, deskRoute, messageEnvelope, publicRoute } from '../core/route-rows.ts';
import { type FieldName, says } from '../core/schema-texts.ts';
import { nullAsUndefined } from '../http/input.ts';
import { tagCodeSchema } from '../keys/key-tag.ts';
import { retiredKeySchema } from '../keys/retired-key.ts';
import { holdsAddress } from '../people/person-name.ts';
import { t as inputText } from '../texts/en/input.ts';

const tagPath = z.strictObject({ tag: tagCodeSchema });

/** Text by a stranger, for the desk and the holder. */
function strangersText(field: FieldName, missing?: ReturnType<typeof says>) {
  return noteSchema(field, 300, missing).refine((text) => !holdsAddress(text), {
    error: () => inputText('no-addresses', { field: inputText(field) }),
  });
}

/** A finder's report, until the key is back. */
export const foundReportSchema = z.object({
  id: idSchema,
  key: z.object({ id: idSchema, keyNumber: z.string(), keyName: z.string() }),
  place: z.string(),
  contact: z.string().nullable(),
  reportedAt: instantSchema,
  /** For a retired or deleted key. */
  retired: retiredKeySchema.optional(),
});
export type FoundReport = z.infer<typeof foundReportSchema>;

/** The same for every tag, including unknown ones. */
export const foundKeyRoutes = {
  whoseKey: publicRoute({
    method: 'GET',
    path: '/found/:tag',
    summary: 'Whose key this is and where to bring it; says nothing about the key',
    params: tagPath,
    response: dataWith({
      campus: z.string(),
      desk: z
        .object({ name: z.string(), place: z.string(), phone: z.string().nullable() })
        .nullable(),
    }),
  }),
  reportFound: publicRoute({
    method: 'POST',
    path: '/found/:tag',
    summary: 'Say where a key was found; the desk and its holder are notified',
    description:
      'The answer is always the same, whether the tag is known or not. For known tags the desk is notified of five an hour from one network and of three a day for one tag; it reads up to ten a day at the key.',
    params: tagPath,
    body: z.strictObject({
      place: strangersText('place', says('say-where')).min(1, says('say-where')),
      contact: nullAsUndefined(strangersText('contact').optional()),
    }),
    response: messageEnvelope,
  }),
  listFound: deskRoute({
    method: 'GET',
    path: '/desk/found',
    summary: 'Keys that strangers found and that are not back yet, the latest report first',
    response: dataWith({ found: z.array(foundReportSchema) }),
  }),
  settleFound: deskRoute({
    method: 'DELETE',
    path: '/desk/found/:id',
    summary:
      'Settle what a stranger wrote of a key; a handover, a count or a settled report does too',
    response: messageEnvelope,
  }),
};
