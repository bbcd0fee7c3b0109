import { refusal } from '@keydesk/shared/errors';
import type { ImportResult } from '@keydesk/shared/imports/imports.routes';
import type { User } from '@keydesk/shared/users/user';
import type { Config } from '../../config.ts';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import { violatedConstraint } from '../../db/failure.ts';
import { recordImport } from './import-audit.ts';
import { isRefused, resultOf } from './import-result.ts';
import {
  insertUsers,
  lockUsersNamed,
  updateUsers,
  usersNamed,
} from './imported-users.repository.ts';
import { planUsers, type UserPlan } from './plan-users.ts';
import { type ImportedFile, readFile } from './read-file.ts';
import { userColumns } from './user-columns.ts';

const apply = async (tx: Transaction, admin: User, plan: UserPlan, text: string): Promise<void> => {
  const { creations, updates } = plan;
  if (isRefused(plan.rows) || creations.length + updates.length === 0) return;
  const createdIds = await insertUsers(tx, creations);
  await updateUsers(
    tx,
    updates.map(({ after }) => after),
  );
  await recordImport(tx, {
    ...{ admin, text },
    actions: { whole: 'import-users', created: 'create-user', updated: 'change-user' },
    idOf: (subjectId) => ({ subjectId }),
    toldOf: ({ role, ...personal }) => ({ ...(role ? { details: { role } } : {}), personal }),
    created: creations.map((after, at) => ({ id: createdIds[at] ?? '', after })),
    updated: updates.map(({ before, after }) => ({ id: after.id, before, after })),
  });
};

const overtaken = new Set<string | undefined>([
  'users_email',
  'users_faculty_id',
  'users_identity',
]);

type ImportDeps = { db: Database; config: Pick<Config, 'mailboxes'> };

/** Says what a file of people would do or, unless it is a dry run, does it: everything or nothing. */
export const importUsers = async (
  { db, config: { mailboxes } }: ImportDeps,
  admin: User,
  { text, dryRun, signal }: ImportedFile,
): Promise<ImportResult> => {
  const table = await readFile(text, userColumns, 'email', signal);
  const named = {
    emails: table.map(({ cells }) => cells.email ?? ''),
    facultyIds: table.flatMap(({ cells }) => (cells.facultyId ? [cells.facultyId] : [])),
  };
  if (dryRun) {
    const planned = await planUsers(
      table,
      { people: await usersNamed(db, named), mailboxes },
      signal,
    );
    return resultOf(planned.rows, false);
  }
  const plan = await transact(db, async (tx) => {
    const planned = await planUsers(
      table,
      { people: await lockUsersNamed(tx, named), mailboxes },
      signal,
    );
    await apply(tx, admin, planned, text);
    signal.throwIfAborted();
    return planned;
  }).catch((error: unknown) => {
    throw overtaken.has(violatedConstraint(error)) ? refusal('IMPORT_OVERTAKEN') : error;
  });
  return resultOf(plan.rows, !isRefused(plan.rows));
};
