import {
  type ImportResult,
  toImportResult,
  userColumns,
} from '@keydesk/shared/administration/imports';
import { appError } from '@keydesk/shared/core/errors';
import { normalizeFacultyId } from '@keydesk/shared/people/person-name';
import type { User } from '@keydesk/shared/people/user';
import type { Config } from '../../../config/config.ts';
import type { Publisher } from '../../../core/live/publisher.ts';
import { type Database, type Transaction, transact } from '../../../db/client.ts';
import { violatedConstraint } from '../../../db/errors.ts';
import { announceRecalled, recallWithoutAccess } from '../../access/index.ts';
import { announceCampus, type CurrentCampus, readCampus } from '../../campus/index.ts';
import type { CurrentDue } from '../../due/index.ts';
import { hasRefusedRows, type ImportedFile, readImportFile } from './import-file.ts';
import { planUsers, type UserPlan } from './plan-users.ts';
import {
  findUsersByIdentifiers,
  insertUsers,
  lockUsersByIdentifiers,
  updateUsers,
} from './queries.ts';
import { createEntries, recordImport } from './record-import.ts';

const uniqueConstraints = new Set<string | undefined>([
  'users_email',
  'users_faculty_id',
  'users_identity',
]);

type ImportDeps = {
  db: Database;
  config: Pick<Config, 'mailboxes'>;
  publisher: Publisher;
  campus: CurrentCampus;
  due: CurrentDue;
};

/**
 * Imports a file of people, all rows or none; a dry run only says what would change. Keys that
 * people of another department may not have are recalled.
 */
export async function importUsers(
  deps: ImportDeps,
  admin: User,
  { text, dryRun, create, signal }: ImportedFile,
): Promise<ImportResult> {
  const { db, config } = deps;
  const given = { create, mailboxes: config.mailboxes };
  const table = await readImportFile(text, userColumns, 'email', signal);
  const identifiers = {
    emails: table.map(({ cells }) => cells.email ?? ''),
    facultyIds: table.flatMap(({ cells: { facultyId } }) =>
      facultyId ? [normalizeFacultyId(facultyId)] : [],
    ),
  };
  if (dryRun) {
    const planned = await planUsers(
      table,
      {
        ...given,
        people: await findUsersByIdentifiers(db, identifiers),
        campus: await readCampus(db),
      },
      signal,
    );
    return toImportResult(planned.rows, false, planned.unknown);
  }
  const options = { byId: admin.id, timezone: deps.due.calendar().timezone };
  const { result: plan, recalled } = await transact(db, (tx) => {
    const scope = async () => {
      const people = await findUsersByIdentifiers(tx, identifiers);
      return { holderIds: people.map(({ id }) => id) };
    };
    return recallWithoutAccess(tx, { ...options, scope }, async () => {
      const planned = await planUsers(
        table,
        {
          ...given,
          people: await lockUsersByIdentifiers(tx, identifiers),
          campus: await readCampus(tx),
        },
        signal,
      );
      await apply(tx, admin, planned, text);
      signal.throwIfAborted();
      return planned;
    });
  }).catch((error: unknown) => {
    throw uniqueConstraints.has(violatedConstraint(error)) ? appError('IMPORT_OVERTAKEN') : error;
  });
  const refused = hasRefusedRows(plan.rows);
  if (!refused && plan.created.length > 0) await announceCampus(deps);
  announceRecalled(deps.publisher, recalled);
  return toImportResult(plan.rows, !refused, plan.unknown);
}

async function apply(tx: Transaction, admin: User, plan: UserPlan, text: string): Promise<void> {
  const { creations, updates } = plan;
  if (hasRefusedRows(plan.rows) || creations.length + updates.length === 0) return;
  await createEntries(tx, admin, plan.created);
  const createdIds = await insertUsers(tx, creations);
  await updateUsers(
    tx,
    updates.map(({ after }) => after),
  );
  await recordImport(tx, {
    admin,
    text,
    actions: { import: 'import-users', created: 'create-user', updated: 'change-user' },
    idOf: (subjectId) => ({ subjectId }),
    auditFieldsOf: ({ role, ...personal }) => ({
      ...(role ? { details: { role } } : {}),
      personal,
    }),
    created: creations.map((after, index) => ({ id: createdIds[index] ?? '', after })),
    updated: updates.map(({ before, after }) => ({ id: after.id, before, after })),
  });
}
