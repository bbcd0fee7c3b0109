import { z } from 'zod';
import { nullAsUndefined } from '../http/optional-fields.ts';
import { dataEnvelope, messageEnvelope, route } from '../http/route.ts';
import { chosenInstantSchema, idSchema, instantSchema } from '../id.ts';
import { namedSchema } from '../named.ts';
import { permissions } from '../users/permissions.ts';
import { isVisibleLine, visibleLineError } from '../visible-line.ts';

const nameSchema = z
  .string('Please give the group a name')
  .trim()
  .min(1, 'Please give the group a name')
  .max(60, 'A name must be at most 60 characters')
  .refine(isVisibleLine, visibleLineError('Name'));

const memberSchema = z.object({
  user: namedSchema,
  validFrom: instantSchema,
  validUntil: instantSchema.nullable(),
});

export type GroupMember = z.infer<typeof memberSchema>;

/** `memberCount` counts memberships that have not been ended, also those whose time is over. */
const groupSchema = z.object({ id: idSchema, name: z.string(), memberCount: z.int() });
export type AccessGroup = z.infer<typeof groupSchema>;

/** Most members that a page of them holds. */
export const membersPerPage = 100;

const oneGroup = dataEnvelope(z.object({ group: groupSchema }));
const memberPath = z.strictObject({ id: idSchema, userId: idSchema });

/** Groups of people that rules name, such as those with a training that expires. */
export const accessGroupRoutes = {
  listGroups: route({
    method: 'GET',
    path: '/access/groups',
    summary: 'Groups, and how many members each has',
    access: permissions.administer,
    ownership: 'none',
    response: dataEnvelope(z.object({ groups: z.array(groupSchema) })),
  }),
  addGroup: route({
    method: 'POST',
    path: '/access/groups',
    summary: 'Add a group',
    access: permissions.administer,
    ownership: 'none',
    needsRecentSignIn: true,
    body: z.strictObject({ name: nameSchema }),
    response: oneGroup,
  }),
  renameGroup: route({
    method: 'PATCH',
    path: '/access/groups/:id',
    summary: 'Rename a group',
    access: permissions.administer,
    ownership: 'none',
    needsRecentSignIn: true,
    params: z.strictObject({ id: idSchema }),
    body: z.strictObject({ name: nameSchema }),
    response: oneGroup,
  }),
  listGroupMembers: route({
    method: 'GET',
    path: '/access/groups/:id/members',
    summary: 'The members of a group by name, 100 on a page',
    access: permissions.administer,
    ownership: 'none',
    params: z.strictObject({ id: idSchema }),
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
    }),
    response: dataEnvelope(z.object({ members: z.array(memberSchema), hasMore: z.boolean() })),
  }),
  putMember: route({
    method: 'PUT',
    path: '/access/groups/:id/members/:userId',
    summary: 'Make somebody a member, or change until when they are',
    access: permissions.administer,
    ownership: 'none',
    needsRecentSignIn: true,
    params: memberPath,
    body: z.strictObject({ validUntil: nullAsUndefined(chosenInstantSchema.optional()) }),
    response: oneGroup,
  }),
  endMember: route({
    method: 'DELETE',
    path: '/access/groups/:id/members/:userId',
    summary: 'End a membership; keys that are out only because of it are recalled',
    access: permissions.administer,
    ownership: 'none',
    needsRecentSignIn: true,
    params: memberPath,
    response: messageEnvelope,
  }),
};
