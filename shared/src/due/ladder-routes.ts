import { z } from 'zod';
import { dataEnvelope, route } from '../http/route.ts';
import { permissions } from '../users/permissions.ts';

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please give a time of day such as 09:00');

function minutes(name: string, least: number, most: number) {
  const message = `${name} must be ${least} to ${most} minutes`;
  return z.int(message).min(least, message).max(most, message);
}

export const beforeDueMinutes = { least: 5, most: 1_440 };
export const headMinutes = { least: 5, most: 10_080 };

const step = z.strictObject({ on: z.boolean() });

export const ladderSchema = z.strictObject({
  beforeDue: step.extend({
    minutes: minutes('The time before a key is due', beforeDueMinutes.least, beforeDueMinutes.most),
  }),
  overdue: step,
  alert: step,
  head: step.extend({
    minutes: minutes(
      'The time until the head of department is told',
      headMinutes.least,
      headMinutes.most,
    ),
  }),
  digest: step.extend({ time: timeOfDay }),
  quietHours: step
    .extend({ from: timeOfDay, to: timeOfDay })
    .refine(({ from, to }) => from !== to, 'Quiet hours must begin and end at different times'),
});

const ladderEnvelope = dataEnvelope(
  z.object({
    ladder: ladderSchema,
    /** Nobody has saved one yet. */
    isDefault: z.boolean(),
    /** Whether this installation can send mail. */
    mail: z.boolean(),
  }),
);

/** Who is told when keys come near their due time and pass it. */
export const ladderRoutes = {
  getLadder: route({
    method: 'GET',
    path: '/campus/ladder',
    summary: 'Who is told when keys are about to be due or overdue, and when',
    access: permissions.administer,
    ownership: 'none',
    response: ladderEnvelope,
  }),
  putLadder: route({
    method: 'PUT',
    path: '/campus/ladder',
    summary: 'Replace the steps and the quiet hours',
    access: permissions.administer,
    ownership: 'none',
    needsRecentSignIn: true,
    body: ladderSchema,
    response: ladderEnvelope,
  }),
};
