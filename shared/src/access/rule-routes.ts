import { z } from 'zod';
import { shownVersion } from '../core/edits.ts';
import {
  chosenInstantSchema,
  idSchema,
  instantSchema,
  namedSchema,
  noteSchema,
} from '../core/fields.ts';
import { adminRoute, dataWith, messageEnvelope } from '../core/route-rows.ts';
import { says, saysOneLine } from '../core/schema-texts.ts';
import { isVisibleLine } from '../core/text.ts';
import { nullAsUndefined } from '../http/input.ts';
import { t as inputText } from '../texts/en/input.ts';
import { ruleEffects, ruleSubjects, ruleTargets } from './access-rule.ts';

const timeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, says('give-time'));
const subjectIdSchema = z.string().min(1).max(40);

const newRuleSchema = z
  .strictObject({
    target: z.enum(ruleTargets, says('say-target')),
    targetId: nullAsUndefined(subjectIdSchema.optional()),
    subject: z.enum(ruleSubjects, says('say-subject')),
    subjectId: nullAsUndefined(subjectIdSchema.optional()),
    effect: z.enum(ruleEffects, says('say-effect')),
    exceptGroupId: nullAsUndefined(idSchema.optional()),
    /** 1 is Monday, 7 is Sunday; default: every day. */
    weekdays: nullAsUndefined(
      z
        .array(z.int().min(1, says('monday')).max(7, says('sunday')))
        .min(1, says('choose-day'))
        .max(7)
        .optional(),
    ),
    fromTime: nullAsUndefined(timeSchema.optional()),
    toTime: nullAsUndefined(timeSchema.optional()),
    validFrom: nullAsUndefined(chosenInstantSchema.optional()),
    validUntil: nullAsUndefined(chosenInstantSchema.optional()),
    note: nullAsUndefined(noteSchema('note', 200).default('')),
  })
  .superRefine(({ target, targetId, subject, subjectId, ...rest }, { addIssue }) => {
    const refuse = (message: string) => addIssue({ code: 'custom', message });
    if ((target === 'all') !== (targetId === undefined)) refuse(inputText('say-target-id'));
    if ((subject === 'everyone') !== (subjectId === undefined)) refuse(inputText('say-subject-id'));
    if (rest.fromTime !== undefined && rest.fromTime === rest.toTime)
      refuse(inputText('whole-day-no-times'));
    if (
      rest.validFrom &&
      rest.validUntil &&
      Date.parse(rest.validFrom) >= Date.parse(rest.validUntil)
    )
      refuse(inputText('rule-ends-first'));
  });
export type NewAccessRule = z.infer<typeof newRuleSchema>;

const ruleSchema = z.object({
  id: idSchema,
  target: z.enum(ruleTargets),
  targetId: z.string().nullable(),
  subject: z.enum(ruleSubjects),
  subjectId: z.string().nullable(),
  effect: z.enum(ruleEffects),
  exceptGroupId: idSchema.nullable(),
  weekdays: z.array(z.int()),
  fromTime: z.string().nullable(),
  toTime: z.string().nullable(),
  validFrom: instantSchema.nullable(),
  validUntil: instantSchema.nullable(),
  targetName: z.string().nullable(),
  subjectName: z.string().nullable(),
  exceptGroupName: z.string().nullable(),
  createdById: idSchema.nullable(),
  createdByName: z.string(),
  note: z.string(),
  createdAt: instantSchema,
  /** Why it can never apply, such as a group without members; null if it can. */
  neverApplies: z.string().nullable(),
});
export type ListedAccessRule = z.infer<typeof ruleSchema>;

const nameSchema = z
  .string(says('give-group-name'))
  .trim()
  .min(1, says('give-group-name'))
  .max(60, says('group-name-too-long'))
  .refine(isVisibleLine, saysOneLine('name'));

const memberSchema = z.object({
  user: namedSchema,
  validFrom: instantSchema,
  validUntil: instantSchema.nullable(),
  version: z.int(),
});

export type GroupMember = z.infer<typeof memberSchema>;

/** `memberCount` includes expired memberships that were not ended. */
const groupSchema = z.object({
  id: idSchema,
  name: z.string(),
  memberCount: z.int(),
  version: z.int(),
});
export type AccessGroup = z.infer<typeof groupSchema>;

export const membersPerPage = 100;

const oneGroup = dataWith({ group: groupSchema });

/** Groups are for rules, such as people with a training that expires. */
export const accessRuleRoutes = {
  listAccessRules: adminRoute({
    method: 'GET',
    path: '/access/rules',
    summary: 'The rules in force, the newest first',
    response: dataWith({ rules: z.array(ruleSchema) }),
  }),
  addAccessRule: adminRoute({
    method: 'POST',
    path: '/access/rules',
    summary: 'Add a rule; keys that are out against it are recalled',
    needsRecentSignIn: true,
    body: newRuleSchema,
    response: dataWith({ rule: ruleSchema, recalled: z.int() }),
  }),
  endAccessRule: adminRoute({
    method: 'DELETE',
    path: '/access/rules/:id',
    summary: 'End a rule; keys that are out only because of it are recalled',
    needsRecentSignIn: true,
    response: messageEnvelope,
  }),
  simulateAccessRule: adminRoute({
    method: 'POST',
    path: '/access/rules/simulate',
    summary: 'What a rule would have changed in the hand-outs of the last 30 days',
    isRepeatable: true,
    body: newRuleSchema,
    response: dataWith({ handOuts: z.int(), refused: z.int(), needApproval: z.int() }),
  }),
  listGroups: adminRoute({
    method: 'GET',
    path: '/access/groups',
    summary: 'Groups, and how many members each has',
    response: dataWith({ groups: z.array(groupSchema) }),
  }),
  addGroup: adminRoute({
    method: 'POST',
    path: '/access/groups',
    summary: 'Add a group',
    needsRecentSignIn: true,
    body: z.strictObject({ name: nameSchema }),
    response: oneGroup,
  }),
  renameGroup: adminRoute({
    method: 'PATCH',
    path: '/access/groups/:id',
    summary: 'Rename a group',
    needsRecentSignIn: true,
    body: z.strictObject({ name: nameSchema, version: shownVersion }),
    response: oneGroup,
  }),
  listGroupMembers: adminRoute({
    method: 'GET',
    path: '/access/groups/:id/members',
    summary: 'The members of a group by name, 100 on a page',
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
    }),
    response: dataWith({ members: z.array(memberSchema), hasMore: z.boolean() }),
  }),
  putMember: adminRoute({
    method: 'PUT',
    path: '/access/groups/:id/members/:userId',
    summary: 'Make a person a member, or change the end of a membership',
    needsRecentSignIn: true,
    body: z.strictObject({
      validUntil: nullAsUndefined(chosenInstantSchema.optional()),
      version: shownVersion,
    }),
    response: oneGroup,
  }),
  endMember: adminRoute({
    method: 'DELETE',
    path: '/access/groups/:id/members/:userId',
    summary: 'End a membership; keys that are out only because of it are recalled',
    needsRecentSignIn: true,
    response: messageEnvelope,
  }),
};
