import { z } from 'zod';
import { dataEnvelope, route } from '../http/route.ts';
import { idSchema } from '../id.ts';
import { keySchema } from '../keys/key.ts';
import { deskSettingsSchema } from '../settings/security-settings.ts';
import { permissions } from '../users/permissions.ts';
import { cardTextSchema } from '../users/person-card.ts';
import { deskPlaceFields, recordedAtSchema } from './desk-place-schema.ts';
import { overrideReasonSchema } from './override-schema.ts';
import { keepUntilSchema } from './routes.ts';
import { tagSchema } from './tag-schema.ts';

const handOutBody = z.union([
  z.strictObject({
    keyId: idSchema,
    holderId: idSchema,
    identifiedBy: z.literal('desk'),
    tag: tagSchema,
    overrideReason: overrideReasonSchema,
    ...deskPlaceFields,
  }),
  z.strictObject({
    keyId: idSchema,
    cardText: cardTextSchema,
    tag: tagSchema,
    overrideReason: overrideReasonSchema,
    ...deskPlaceFields,
  }),
]);
export type LendRequest = z.infer<typeof handOutBody>;

/** Lending to a named person, at the desk. */
export const lendRoutes = {
  lendKey: route({
    method: 'POST',
    path: '/desk/hand-outs',
    summary: 'Hand a key to a person whom the desk looked up, or whose ID card it read',
    access: permissions.performHandovers,
    ownership: 'none',
    body: handOutBody,
    response: dataEnvelope(
      z.object({
        key: keySchema,
        holder: z.object({ id: idSchema, name: z.string(), email: z.string() }),
        loanId: idSchema,
        recordedAtDeskId: recordedAtSchema,
        keepUntil: keepUntilSchema,
      }),
    ),
  }),
  deskSettings: route({
    method: 'GET',
    path: '/desk/settings',
    summary: 'How keys are handed over at a desk, from the security settings',
    access: permissions.performHandovers,
    ownership: 'none',
    response: dataEnvelope(deskSettingsSchema),
  }),
};
