import { z } from 'zod';
import { nullAsUndefined } from '../http/optional-fields.ts';

/** The text of the tag that the desk scanned. */
export const tagSchema = nullAsUndefined(z.string().max(200).optional());
