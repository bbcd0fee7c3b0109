import {
  type ImportResult,
  type importBody,
  keyColumns,
  updatedColumn,
  userColumns,
} from '@keydesk/shared/administration/imports';
import { api } from '@keydesk/shared/api';
import { filedFields } from '@keydesk/shared/keys/key-fields';
import { personFieldNames, type User } from '@keydesk/shared/people/user';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Config } from '../../../config/config.ts';
import { recordAudit } from '../../../core/audit/record.ts';
import { type Column, type CsvTable, sendCsv } from '../../../core/files/csv.ts';
import type { Publisher } from '../../../core/live/publisher.ts';
import type { WorkQueue } from '../../../core/work-queue.ts';
import type { Database } from '../../../db/client.ts';
import type { AddRoutes } from '../../../http/define-route.ts';
import { abortOnDisconnect } from '../../../http/error-handler.ts';
import type { Principal } from '../../../http/principal.ts';
import { type CurrentCampus, readCampus } from '../../campus/index.ts';
import type { WatchedDue } from '../../due/index.ts';
import type { HashCard } from '../../people/index.ts';
import { importCards } from './import-cards.ts';
import type { ImportedFile } from './import-file.ts';
import { importGrants } from './import-grants.ts';
import { importKeys } from './import-keys.ts';
import { importUsers } from './import-users.ts';
import { type ExistingKey, writeKeyCell } from './plan-keys.ts';
import { type ExistingUser, writePersonCell } from './plan-users.ts';
import { listKeysPage, listUsersPage } from './queries.ts';

type RunImport = (admin: User, file: ImportedFile) => Promise<ImportResult>;

export const addImportRoutes: AddRoutes<{
  campus: CurrentCampus;
  config: Pick<Config, 'mailboxes'>;
  due: WatchedDue;
  hashCard: HashCard;
  publisher: Publisher;
  runQueued: WorkQueue;
}> = (serve, deps) => {
  const { db, runQueued } = deps;

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
    return { data: { result } };
  };

  serve(api.importKeys, (call) => receive(call, (admin, file) => importKeys(deps, admin, file)));
  serve(api.importUsers, (call) => receive(call, (admin, file) => importUsers(deps, admin, file)));
  serve(api.importGrants, (call) =>
    receive(call, (admin, file) => importGrants(deps, admin, file)),
  );
  serve(api.importCards, (call) => receive(call, (admin, file) => importCards(deps, admin, file)));
  serve(api.exportKeys, async ({ reply, query, principal }) => {
    const table = await exportKeys(db, principal.user);
    return sendCsv(reply, { name: `keys-${today()}`, ...query }, table);
  });
  serve(api.exportUsers, async ({ reply, query, principal }) => {
    const table = await exportUsers(db, principal.user);
    return sendCsv(reply, { name: `people-${today()}`, ...query }, table);
  });
};

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** In the format of imports. */
async function exportKeys(db: Database, admin: User): Promise<CsvTable<ExistingKey>> {
  await recordAudit(db, { action: 'export-keys', actorId: admin.id });
  const { desks } = await readCampus(db);
  return {
    columns: [
      ...filedFields.map(
        (name): Column<ExistingKey> => [
          keyColumns[name],
          ({ fields }) => writeKeyCell(name, fields[name], desks),
        ],
      ),
      [updatedColumn, ({ updatedAt }) => updatedAt.toISOString()],
    ],
    readPage: (last, limit) => listKeysPage(db, last?.id ?? '', limit),
  };
}

/** In the format of imports. */
async function exportUsers(db: Database, admin: User): Promise<CsvTable<ExistingUser>> {
  await recordAudit(db, { action: 'export-users', actorId: admin.id });
  return {
    columns: [
      ...personFieldNames.map(
        (name): Column<ExistingUser> => [
          userColumns[name],
          (person) => writePersonCell(name, person),
        ],
      ),
      [updatedColumn, ({ updatedAt }) => updatedAt.toISOString()],
    ],
    readPage: (last, limit) => listUsersPage(db, last?.id ?? '', limit),
  };
}
