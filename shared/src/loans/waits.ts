import { z } from 'zod';
import { idSchema, instantSchema } from '../core/fields.ts';
import { namesText } from '../core/formats.ts';
import { borrowerRoute, dataWith, deskRoute } from '../core/route-rows.ts';
import { t as actionText } from '../texts/en/actions.ts';
import { t } from '../texts/en/waits.ts';

/** '2 people are waiting: Asha Rao and Ravi Kumar', for the desk; '' without any. */
export function waitingText({ waiting = 0, waitingNames = [] }: Waiting): string {
  if (waiting === 0) return '';
  if (waitingNames.length === 0) return t('people-wait', { count: waiting });
  const more = waiting - waitingNames.length;
  const names = namesText(waitingNames, more, actionText('more-names', { count: more }));
  return t('people-wait-named', { count: waiting, names });
}

const waitSchema = z.object({ keyId: idSchema, since: instantSchema });
export type Wait = z.infer<typeof waitSchema>;

/** Maximum number of names. */
export const maxWaitingNames = 5;

/** The number of people waiting for a key, and for the desk the first names; absent without any. */
export const waitingFields = {
  waiting: z.int().min(1).optional(),
  waitingNames: z.array(z.string()).optional(),
};

export type Waiting = { waiting?: number | undefined; waitingNames?: string[] | undefined };

/** No fields: one that names another person must not be ignored. */
const noBody = z.strictObject({});

export const waitRoutes = {
  ownWaits: borrowerRoute({
    method: 'GET',
    path: '/keys/waits',
    summary: 'The keys for whose return the caller waits',
    response: dataWith({ waits: z.array(waitSchema) }),
  }),
  waitsOfKey: deskRoute({
    method: 'GET',
    path: '/keys/:id/waits',
    summary: 'Who waits for a key',
    response: dataWith(waitingFields),
  }),
  waitForKey: borrowerRoute({
    method: 'PUT',
    path: '/keys/:id/wait',
    summary: 'Ask for a notification when a key is back',
    body: noBody,
    response: dataWith({ wait: waitSchema }),
  }),
  stopWaiting: borrowerRoute({
    method: 'DELETE',
    path: '/keys/:id/wait',
    summary: 'Do not tell when the key is back after all',
    body: noBody,
    response: dataWith({ keyId: idSchema }),
  }),
};
