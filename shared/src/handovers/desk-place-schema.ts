import { z } from 'zod';
import { nullAsUndefined } from '../http/optional-fields.ts';
import { idSchema } from '../id.ts';

/** Fields with which a desk says that a key is here, and where that is. */
export const deskPlaceFields = {
  /** The desk has the key in hand, although it is recorded to be at another desk. */
  here: nullAsUndefined(z.boolean().optional()),
  /** Where the browser stands, as somebody chose; at an enrolled computer its desk counts. */
  atDeskId: nullAsUndefined(idSchema.optional()),
};

/** The other desk where a key was recorded to be, if the desk said that it is here all the same. */
export const recordedAtSchema = idSchema.optional();
