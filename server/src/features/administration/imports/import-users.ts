import {
  furtherUserColumns,
  type ImportResult,
  toImportResult,
  userColumns,
} from '@keydesk/shared/administration/imports';
import { appError } from '@keydesk/shared/core/errors';
import { normalizeFacultyId } from '@keydesk/shared/people/person-name';
import type { User } from '@keydesk/shared/people/user';
import type { Config } from '../../../config/config.ts';
import type { NotificationDelivery, Publisher } from '../../../core/live/publisher.ts';
import { notify } from '../../../core/messages/notify.ts';
import { type Connection, type Database, type Transaction, transact } from '../../../db/client.ts';
import { violatedConstraint } from '../../../db/errors.ts';
import { announceRecalled, recallWithoutAccess } from '../../access/index.ts';
import { announceCampus, type CurrentCampus, readCampus } from '../../campus/index.ts';
import {
  basisOf,
  hasRefusedRows,
  type ImportedFile,
  readImportFile,
  requireBasis,
  storeNamedColumns,
} from './import-file.ts';
import { type ExistingUser, planUsers, type UserFileColumn, type UserPlan } from './plan-users.ts';
import {
  findUsersByIdentifiers,
  insertUsers,
  lockUsersByIdentifiers,
  markNamesStated,
  updateUsers,
} from './queries.ts';
import { createEntries, recordImport } from './record-import.ts';
import { findLeavers, followRecords, hasNoRecords } from './records.ts';

const uniqueConstraints = new Set<string | undefined>([
  'users_email',
  'users_faculty_id',
  'users_identity',
]);

type ImportDeps = {
  db: Database;
  config: Pick<Config, 'mailboxes'>;
  publisher: Publisher;
  campus: Pick<CurrentCampus, 'refresh'>;
  due: { calendar(): { timezone: string } };
};

/**
 * Imports people, all rows or none; a dry run only previews. Recalls keys that people may not have
 * in their new department. `admin` is null for the command line.
 */
export async function importUsers(
  deps: ImportDeps,
  admin: User | null,
  file: ImportedFile,
): Promise<ImportResult> {
  const { db, config } = deps;
  const { create, newRole, emptyClears = false, signal } = file;
  const { rows, read } = await readImportFile<UserFileColumn>(db, 'users', file, {
    columns: { ...userColumns, ...furtherUserColumns },
    key: 'email',
    needed: [['name', 'firstName', 'lastName']],
  });
  const identifiers = {
    emails: rows.map(({ cells }) => cells.email ?? ''),
    facultyIds: rows.flatMap(({ cells: { facultyId } }) =>
      facultyId ? [normalizeFacultyId(facultyId)] : [],
    ),
  };
  const plan = async (db: Connection, people: readonly ExistingUser[]) => {
    const campus = await readCampus(db);
    const said = { create, newRole, emptyClears, selection: file };
    const { mailboxes } = config;
    return planUsers(rows, { ...said, people, campus, mailboxes }, signal);
  };
  const findMissing = async (db: Connection, { movedFrom }: UserPlan) =>
    file.everybody ? findLeavers(db, [...identifiers.emails, ...movedFrom]) : [];
  if (file.dryRun) {
    const people = await findUsersByIdentifiers(db, identifiers);
    const planned = await plan(db, people);
    const { rows, created: creates, ...found } = planned;
    const leavers = await findMissing(db, planned);
    const basis = basisOf(people);
    return toImportResult(rows, false, { ...read, ...found, creates, leavers, basis });
  }
  const options = { byId: admin?.id ?? null, timezone: deps.due.calendar().timezone };
  const { result, recalled } = await transact(db, (tx) => {
    const scope = async () => {
      const people = await findUsersByIdentifiers(tx, identifiers);
      return { holderIds: people.map(({ id }) => id) };
    };
    return recallWithoutAccess(tx, { ...options, scope }, async () => {
      const people = await lockUsersByIdentifiers(tx, identifiers);
      requireBasis(file, people);
      const planned = await plan(tx, people);
      const deliveries = await apply(tx, admin, planned, file);
      const missing = await findMissing(tx, planned);
      const leavers = missing.filter(({ id }) => file.left?.includes(id) ?? true);
      if (!hasRefusedRows(planned.rows)) {
        const everybody =
          file.everybody || (planned.creations.length > 0 && (await hasNoRecords(tx)));
        await followRecords(tx, admin, { emails: identifiers.emails, left: leavers, everybody });
      }
      signal.throwIfAborted();
      return { ...planned, leavers, deliveries };
    });
  }).catch((error: unknown) => {
    throw uniqueConstraints.has(violatedConstraint(error)) ? appError('IMPORT_OVERTAKEN') : error;
  });
  const refused = hasRefusedRows(result.rows);
  if (!refused) {
    if (result.created.length > 0) await announceCampus(deps);
    for (const { before, after } of result.updates)
      if (before.role !== after.role) deps.publisher.personChanged(after.id);
    deps.publisher.notified(result.deliveries);
  }
  announceRecalled(deps.publisher, recalled);
  const { unknown, withoutRole, leavers } = result;
  return toImportResult(result.rows, !refused, { ...read, unknown, withoutRole, leavers });
}

async function apply(
  tx: Transaction,
  admin: User | null,
  plan: UserPlan,
  file: ImportedFile,
): Promise<NotificationDelivery[]> {
  const { creations, updates } = plan;
  if (hasRefusedRows(plan.rows)) return [];
  await storeNamedColumns(tx, 'users', file);
  await markNamesStated(tx, plan.named);
  if (creations.length + updates.length === 0) return [];
  await createEntries(tx, admin, plan.created);
  const createdIds = await insertUsers(tx, creations);
  await updateUsers(
    tx,
    updates.map(({ after }) => after),
    admin?.id ?? null,
  );
  await recordImport(tx, {
    admin,
    text: file.text,
    actions: { import: 'import-users', created: 'create-user', updated: 'change-user' },
    idOf: (subjectId) => ({ subjectId }),
    auditFieldsOf: ({ role, ...personal }) => ({
      ...(role ? { details: { role } } : {}),
      personal,
    }),
    created: creations.map((after, index) => ({ id: createdIds[index] ?? '', after })),
    updated: updates.map(({ before, after }) => ({ id: after.id, before, after })),
  });
  const accepted = updates.filter(
    ({ before, after }) => before.isWaiting && before.role !== after.role,
  );
  return notify(
    tx,
    accepted.map(({ after }) => ({ userId: after.id, template: 'welcome' as const, facts: {} })),
  );
}
