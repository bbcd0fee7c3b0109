import {
  type ImportResult,
  type importBody,
  keyColumns,
  updatedColumn,
  userColumns,
} from '@keydesk/shared/administration/imports';
import { api } from '@keydesk/shared/api';
import { filedFields } from '@keydesk/shared/keys/key-fields';
import type { User } from '@keydesk/shared/people/user';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Config } from '../../../config/config.ts';
import { recordAudit } from '../../../core/audit/record.ts';
import { type Columns, csvPages, sendCsv } from '../../../core/files/csv.ts';
import type { Publisher } from '../../../core/live/publisher.ts';
import type { WorkQueue } from '../../../core/work-queue.ts';
import type { Database } from '../../../db/client.ts';
import { type AddRoutes, defineRoute, success } from '../../../http/define-route.ts';
import { abortOnDisconnect } from '../../../http/error-handler.ts';
import type { Principal } from '../../../http/principal.ts';
import { type CurrentCampus, readCampus } from '../../campus/index.ts';
import type { WatchedDue } from '../../due/index.ts';
import { createCardHash } from '../../people/index.ts';
import { importCards } from './import-cards.ts';
import type { ImportedFile } from './import-file.ts';
import { importGrants } from './import-grants.ts';
import { importKeys } from './import-keys.ts';
import { importUsers } from './import-users.ts';
import { writeKeyCell } from './plan-keys.ts';
import { listKeysPage, listUsersPage } from './queries.ts';

type RunImport = (admin: User, file: ImportedFile) => Promise<ImportResult>;

export const addImportRoutes: AddRoutes<{
  campus: CurrentCampus;
  config: Pick<Config, 'mailboxes'>;
  due: WatchedDue;
  publisher: Publisher;
  runQueued: WorkQueue;
}> = (app, deps) => {
  const { db, runQueued, routes } = deps;
  const hashCard = createCardHash(db);

  type UploadCall = {
    body: z.infer<typeof importBody>;
    principal: Principal;
    reply: FastifyReply;
  };
  const receive = async ({ body, principal: { user }, reply }: UploadCall, run: RunImport) => {
    const work = { kind: 'import', userId: user.id, signal: abortOnDisconnect(reply) } as const;
    const { create = [], columns = {}, lines, newRole = 'faculty', ...chosen } = body;
    const file = { ...chosen, create, columns, newRole, lines: lines ? new Set(lines) : null };
    const result = await runQueued(work, (signal) => run(user, { ...file, signal }));
    return success({ data: { result } });
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
  defineRoute(app, routes, api.importCards, (call) =>
    receive(call, (admin, file) => importCards({ ...deps, hashCard }, admin, file)),
  );
  defineRoute(app, routes, api.exportKeys, async ({ reply, principal }) =>
    sendCsv(reply, `keys-${today()}`, await exportKeys(db, principal.user)),
  );
  defineRoute(app, routes, api.exportUsers, async ({ reply, principal }) =>
    sendCsv(reply, `people-${today()}`, await exportUsers(db, principal.user)),
  );
};

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

type Page<F extends string> = { id: string; cells: Readonly<Record<F, string | null>> }[];

/** CSV in the format of imports, read page by page. */
async function exportKeys(db: Database, admin: User): Promise<AsyncGenerator<string>> {
  await recordAudit(db, { action: 'export-keys', actorId: admin.id });
  const { desks } = await readCampus(db);
  return csvLines({ ...keyColumns, updated: updatedColumn }, async (after, limit) =>
    (await listKeysPage(db, after, limit)).map(({ id, fields, updatedAt }) => {
      const cells = filedFields.map((name) => [name, writeKeyCell(name, fields[name], desks)]);
      return { id, cells: { ...Object.fromEntries(cells), updated: updatedAt.toISOString() } };
    }),
  );
}

function csvLines<F extends string>(
  columns: Columns<F>,
  pageAfter: (id: string, limit: number) => Promise<Page<NoInfer<F>>>,
): AsyncGenerator<string> {
  const names = Object.keys(columns) as F[];
  return csvPages(
    names.map((name) => columns[name]),
    (last: Page<F>[number] | undefined, limit) => pageAfter(last?.id ?? '', limit),
    ({ cells }) => names.map((name) => cells[name]),
  );
}

/** CSV in the format of imports, read page by page. */
async function exportUsers(db: Database, admin: User): Promise<AsyncGenerator<string>> {
  await recordAudit(db, { action: 'export-users', actorId: admin.id });
  return csvLines({ ...userColumns, updated: updatedColumn }, async (after, limit) =>
    (await listUsersPage(db, after, limit)).map((person) => ({
      id: person.id,
      cells: { ...person, updated: person.updatedAt.toISOString() },
    })),
  );
}
