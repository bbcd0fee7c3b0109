import { z } from 'zod';
import { chosenInstantSchema, idSchema, instantSchema, noteSchema } from '../core/fields.ts';
import { adminRoute, dataWith, messageEnvelope } from '../core/route-rows.ts';
import { says } from '../core/schema-texts.ts';
import { nullAsUndefined } from '../http/input.ts';
import { t as inputText } from '../texts/en/input.ts';
import { dueKinds, dueScopes } from './due-for.ts';
import { reminderSteps } from './reminder-schedule.ts';

const yearMinutes = 366 * 24 * 60;
const dayMinutes = 24 * 60;

const notNegative = says('not-negative');

const scopeRule = says('say-scope');

const newRuleSchema = z
  .strictObject({
    scope: z.enum(dueScopes, scopeRule),
    scopeId: nullAsUndefined(z.string(scopeRule).min(1, scopeRule).max(40, scopeRule).optional()),
    kind: z.enum(dueKinds, says('say-when-due')),
    amount: nullAsUndefined(
      z.int().min(1, says('at-least-one')).max(yearMinutes, says('at-most-a-year')).optional(),
    ),
    ceiling: orElse(z.boolean(), false),
    extensions: orElse(z.int().min(0, notNegative).max(20, says('at-most-20-extensions')), 0),
    extendMinutes: orElse(
      z
        .int()
        .min(0, notNegative)
        .max(7 * dayMinutes, says('at-most-a-week')),
      0,
    ),
    graceMinutes: orElse(
      z.int().min(0, notNegative).max(dayMinutes, says('at-most-a-day-of-grace')),
      0,
    ),
    note: orElse(noteSchema('note', 200), ''),
  })
  .superRefine(({ scope, scopeId, kind, amount, ceiling, ...rest }, { addIssue }) => {
    const refuse = (message: string) => addIssue({ code: 'custom', message });
    if ((scope === 'campus') !== (scopeId === undefined)) refuse(inputText('say-scope-id'));
    if (kind === 'after' || kind === 'days') {
      if (amount === undefined) refuse(inputText('say-after-how-long'));
      else if (kind === 'days' && amount > 366) refuse(inputText('at-most-366-days'));
    } else if (amount !== undefined) refuse(inputText('rule-without-number'));
    if (ceiling && kind === 'open') refuse(inputText('limit-until-when'));
    if (rest.extensions > 0 && rest.extendMinutes === 0) refuse(inputText('say-extension'));
  });
export type NewDueRule = z.infer<typeof newRuleSchema>;

const ruleSchema = z.object({
  id: idSchema,
  scope: z.enum(dueScopes),
  scopeId: z.string().nullable(),
  kind: z.enum(dueKinds),
  amount: z.int().nullable(),
  ceiling: z.boolean(),
  extensions: z.int(),
  extendMinutes: z.int(),
  graceMinutes: z.int(),
  note: z.string(),
});

const listedRuleSchema = ruleSchema.extend({
  /** The name of the rule's scope; null for the campus. */
  scopeName: z.string().nullable(),
  createdAt: instantSchema,
});
export type ListedDueRule = z.infer<typeof listedRuleSchema>;

/** The first time of a step if the key is not returned. */
const reminderStepSchema = z.object({ step: z.enum(reminderSteps), at: instantSchema });

export const dueRuleRoutes = {
  listDueRules: adminRoute({
    method: 'GET',
    path: '/campus/due-rules',
    summary: 'The rules in force; of two for the same thing the newer, which comes first, holds',
    response: dataWith({ rules: z.array(listedRuleSchema) }),
  }),
  addDueRule: adminRoute({
    method: 'POST',
    path: '/campus/due-rules',
    summary: 'Add a rule for keys that are handed out from now on',
    body: newRuleSchema,
    response: dataWith({ rule: listedRuleSchema }),
  }),
  endDueRule: adminRoute({
    method: 'DELETE',
    path: '/campus/due-rules/:id',
    summary: 'End a rule; keys that are out stay due as promised',
    response: messageEnvelope,
  }),
  tryDueRules: adminRoute({
    method: 'POST',
    path: '/campus/due-rules/try',
    summary: 'When a key would be due, which rule decides, and who would be reminded when',
    isRepeatable: true,
    body: z.strictObject({ keyId: idSchema, userId: idSchema, at: chosenInstantSchema }),
    response: dataWith({
      dueAt: instantSchema.nullable(),
      graceUntil: instantSchema.nullable(),
      /** The latest due time by limits; null without any. */
      latest: instantSchema.nullable(),
      rule: ruleSchema.nullable(),
      ladder: z.array(reminderStepSchema),
    }),
  }),
};

/** Absent or null means `usual`. */
function orElse<S extends z.ZodType>(schema: S, usual: z.output<S>) {
  return nullAsUndefined(schema.default(usual as never));
}
