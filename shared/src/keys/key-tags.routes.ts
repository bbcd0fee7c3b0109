import { z } from 'zod';
import { nullIsAbsent } from '../http/absent.ts';
import { route } from '../http/route.ts';
import { idSchema } from '../id.ts';

/** As many tags as one file holds: those of a whole campus. */
export const mostTagsInFile = 2_000;

export const keyTagRoutes = {
  keyTags: route({
    method: 'POST',
    path: '/dashboard/key-tags',
    summary: 'A printable sheet with a QR tag for each of these keys, or for all',
    access: ['admin'],
    ownership: 'none',
    body: z.strictObject({
      keyIds: nullIsAbsent(z.array(idSchema).min(1).max(mostTagsInFile).optional()),
    }),
    response: null,
  }),
};
