import { z } from 'zod';
import { dataEnvelope, messageEnvelope } from '../http/envelope.ts';
import { route } from '../http/route.ts';
import { idSchema, instantSchema } from '../id.ts';
import { userSchema } from '../users/user.ts';
import { managedUserSchema, userChangesSchema } from './dashboard.ts';

const userPath = z.strictObject({ id: idSchema });

export const dashboardRoutes = {
  listUsers: route({
    method: 'GET',
    path: '/dashboard/users',
    summary: 'People, page by page',
    access: ['admin'],
    ownership: 'none',
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(10),
      search: z.string().max(100).optional(),
      role: z
        .enum(['all', 'admin', 'faculty', 'security', 'operator', 'responder', 'pending'])
        .default('all'),
    }),
    response: dataEnvelope(
      z.object({
        users: z.array(managedUserSchema),
        pagination: z.object({
          currentPage: z.int(),
          totalPages: z.int(),
          totalUsers: z.int(),
          hasNext: z.boolean(),
          hasPrev: z.boolean(),
        }),
      }),
    ),
  }),
  updateUser: route({
    method: 'PUT',
    path: '/dashboard/users/:id',
    summary: "Change a person's name, email or role; a role change ends their codes",
    access: ['admin'],
    ownership: 'none',
    params: userPath,
    body: userChangesSchema,
    response: dataEnvelope(z.object({ user: userSchema })),
  }),
  deleteUser: route({
    method: 'DELETE',
    path: '/dashboard/users/:id',
    summary: 'Delete a person without open loans; their history stays',
    access: ['admin'],
    ownership: 'none',
    params: userPath,
    response: messageEnvelope,
  }),
  userDetails: route({
    method: 'GET',
    path: '/dashboard/users/:id',
    summary: 'A person with their open loans and sessions',
    access: ['admin'],
    ownership: 'none',
    params: userPath,
    response: dataEnvelope(
      z.object({
        user: userSchema,
        openLoans: z.array(
          z.object({
            loanId: idSchema,
            keyId: idSchema,
            keyNumber: z.string(),
            keyName: z.string(),
            takenAt: instantSchema,
          }),
        ),
        sessions: z.array(
          z.object({ id: idSchema, createdAt: instantSchema, expiresAt: instantSchema }),
        ),
      }),
    ),
  }),
  signOutEverywhere: route({
    method: 'POST',
    path: '/dashboard/users/:id/sign-out',
    summary: 'End all sessions of a person',
    access: ['admin'],
    ownership: 'none',
    params: userPath,
    response: messageEnvelope,
  }),
};
