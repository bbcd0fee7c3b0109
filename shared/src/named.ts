import { z } from 'zod';
import { idSchema } from './id.ts';

/** A person or thing that is named. */
export const namedSchema = z.object({ id: idSchema, name: z.string() });
