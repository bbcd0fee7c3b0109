import { z } from 'zod';
import { isOverrideReason, overrideReasonText } from '../access/override-reason.ts';
import { nullAsUndefined } from '../http/optional-fields.ts';

/** Why the desk hands a key over although access rules do not allow it. */
export const overrideReasonSchema = nullAsUndefined(
  z
    .string()
    .trim()
    .max(200, 'Reason must be at most 200 characters')
    .refine(isOverrideReason, overrideReasonText)
    .optional(),
);
