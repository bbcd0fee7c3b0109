import { api } from '@keydesk/shared/api';
import type { ImportResult, NamedEntry } from '@keydesk/shared/imports/routes';
import type { User } from '@keydesk/shared/users/user';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { abortOnDisconnect } from '../../platform/http/error-handler.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import type { WorkQueue } from '../../work-queue.ts';
import type { CurrentCampus } from '../campus/current-campus.ts';
import type { WatchedDue } from '../due/current-due.ts';
import { exportKeys, exportUsers } from './export.ts';
import type { ImportedFile } from './import-file.ts';
import { importGrants } from './import-grants.ts';
import { importKeys } from './import-keys.ts';
import { importUsers } from './import-users.ts';

type RunImport = (admin: User, file: ImportedFile) => Promise<ImportResult>;

function asCsv(reply: FastifyReply, name: string): FastifyReply {
  const today = new Date().toISOString().slice(0, 10);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${today}.csv"`);
}

/** The routes that import keys, people and access from uploaded files, and export keys and people. */
export const addImportRoutes: AddRoutes<{
  campus: CurrentCampus;
  config: Pick<Config, 'mailboxes'>;
  due: WatchedDue;
  publisher: Publisher;
  runQueued: WorkQueue;
}> = (app, deps) => {
  const { db, runQueued, routes } = deps;

  type UploadCall = {
    body: { text: string; dryRun: boolean; create?: NamedEntry[] | undefined };
    principal: Principal;
    reply: FastifyReply;
  };
  const receive = async ({ body, principal: { user }, reply }: UploadCall, run: RunImport) => {
    const work = { kind: 'import', userId: user.id, signal: abortOnDisconnect(reply) } as const;
    const { text, dryRun, create = [] } = body;
    const result = await runQueued(work, (signal) => run(user, { text, dryRun, create, signal }));
    return success({ data: { received: 1, result } } as const);
  };

  defineRoute(app, routes, api.importKeys, (call) =>
    receive(call, (admin, file) => importKeys(deps, admin, file)),
  );
  defineRoute(app, routes, api.importUsers, (call) =>
    receive(call, (admin, file) => importUsers(deps, admin, file)),
  );
  defineRoute(app, routes, api.importGrants, (call) =>
    receive(call, (admin, file) => importGrants(deps, admin, file)),
  );
  defineRoute(app, routes, api.exportKeys, async ({ reply, principal }) =>
    asCsv(reply, 'keys').send(await exportKeys(db, principal.user)),
  );
  defineRoute(app, routes, api.exportUsers, async ({ reply, principal }) =>
    asCsv(reply, 'people').send(await exportUsers(db, principal.user)),
  );
};
