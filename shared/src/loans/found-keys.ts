import { z } from 'zod';
import { noteSchema } from '../core/fields.ts';
import { nullAsUndefined } from '../http/input.ts';
import { dataEnvelope, messageEnvelope, route } from '../http/route.ts';
import { tagCodeSchema } from '../keys/key-tag.ts';

const tagPath = z.strictObject({ tag: tagCodeSchema });

/** Where a stranger brings a key; the same for every tag, also for one that nobody knows. */
export const foundKeyRoutes = {
  whoseKey: route({
    method: 'GET',
    path: '/found/:tag',
    summary: 'Whose key this is and where to bring it; says nothing about the key',
    access: 'public',
    ownership: 'none',
    params: tagPath,
    response: dataEnvelope(
      z.object({
        campus: z.string(),
        desk: z
          .object({ name: z.string(), place: z.string(), phone: z.string().nullable() })
          .nullable(),
      }),
    ),
  }),
  reportFound: route({
    method: 'POST',
    path: '/found/:tag',
    summary: 'Say where a key was found; the desk and its holder are told',
    description:
      'Five an hour from one network and three a day for one tag. The answer does not tell whether the tag is known.',
    access: 'public',
    ownership: 'none',
    params: tagPath,
    body: z.strictObject({
      place: noteSchema('Place', 300, 'Please say where').min(1, 'Please say where'),
      contact: nullAsUndefined(noteSchema('Contact', 300).optional()),
    }),
    response: messageEnvelope,
  }),
};
