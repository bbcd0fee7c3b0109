import { api } from '@keydesk/shared/api';
import type { ImportResult } from '@keydesk/shared/imports/imports.routes';
import type { User } from '@keydesk/shared/users/user';
import type { FastifyReply } from 'fastify';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute } from '../../http/define-route.ts';
import { success } from '../../http/success.ts';
import { exportKeys, exportUsers } from './export.service.ts';
import { importKeys } from './import-keys.service.ts';
import { importUsers } from './import-users.service.ts';
import { receiveSlice, type UploadSlice } from './uploads.service.ts';

type Import = (admin: User, text: string, dryRun: boolean) => Promise<ImportResult>;

const asCsv = (reply: FastifyReply, name: string): FastifyReply => {
  const today = new Date().toISOString().slice(0, 10);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${today}.csv"`);
};

export const addImportRoutes: AddRoutes = (app, deps) => {
  const { db, routes } = deps;

  const receive = async (user: User, slice: UploadSlice & { dryRun: boolean }, run: Import) => {
    const text = await receiveSlice(db, user.id, slice);
    const result = text === null ? null : await run(user, text, slice.dryRun);
    return success({ data: { received: slice.part + 1, result } });
  };

  defineRoute(app, routes, api.importKeys, ({ body, principal }) =>
    receive(principal.user, body, (admin, text, dryRun) => importKeys(deps, admin, text, dryRun)),
  );
  defineRoute(app, routes, api.importUsers, ({ body, principal }) =>
    receive(principal.user, body, (admin, text, dryRun) => importUsers(db, admin, text, dryRun)),
  );
  defineRoute(app, routes, api.exportKeys, async ({ reply, principal }) =>
    asCsv(reply, 'keys').send(await exportKeys(db, principal.user)),
  );
  defineRoute(app, routes, api.exportUsers, async ({ reply, principal }) =>
    asCsv(reply, 'people').send(await exportUsers(db, principal.user)),
  );
};
