import { isOverrideReason, overrideReasonText } from '../access/override-reason.ts';
import { nullAsUndefined } from '../http/optional-fields.ts';
import { noteSchema } from '../note.ts';

/** Why the desk hands a key over although access rules do not allow it. */
export const overrideReasonSchema = nullAsUndefined(
  noteSchema('Reason', 200).refine(isOverrideReason, overrideReasonText).optional(),
);
