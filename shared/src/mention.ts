import { z } from 'zod';
import { idSchema } from './id.ts';

/** A person or key that a text is about, by name or number. */
export const mentionSchema = z.object({
  id: idSchema,
  kind: z.enum(['person', 'key']),
  name: z.string(),
});
export type Mention = z.infer<typeof mentionSchema>;
