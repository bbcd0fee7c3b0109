import { createHash } from 'node:crypto';
import { grantColumns } from '@keydesk/shared/imports/columns';
import { type ImportResult, toImportResult } from '@keydesk/shared/imports/routes';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { announceRecalled, recallWithoutAccess } from '../access/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { CurrentDue } from '../due/index.ts';
import { readGrantFacts, storeGrants } from './grant-queries.ts';
import { hasRefusedRows, type ImportedFile, readImportFile } from './import-file.ts';
import { type GrantPlan, type NewGrantRow, planGrants } from './plan-grants.ts';

type ImportDeps = { db: Database; publisher: Publisher; due: CurrentDue };

/**
 * Imports a list of who has access to which key until when, all rows or none; a dry run only says what
 * would change. Access that the file does not name stays.
 */
export async function importGrants(
  { db, publisher, due }: ImportDeps,
  admin: User,
  { text, dryRun, signal }: ImportedFile,
): Promise<ImportResult> {
  const table = await readImportFile(text, grantColumns, 'keyNumber', signal);
  const { timezone } = due.calendar();
  const named = {
    keyNumbers: table.map(({ cells }) => cells.keyNumber ?? ''),
    emails: table.map(({ cells }) => cells.email ?? ''),
  };
  const plan = async (db: Database | Transaction): Promise<GrantPlan> => {
    const facts = { ...(await readGrantFacts(db, named)), timezone, adminId: admin.id };
    return planGrants(table, facts, signal);
  };
  if (dryRun) return toImportResult((await plan(db)).rows, false);
  const { result, recalled } = await transact(db, (tx) =>
    recallWithoutAccess(tx, { byId: admin.id, timezone }, async () => {
      const planned = await plan(tx);
      if (!hasRefusedRows(planned.rows)) await store(tx, admin, planned.added, text);
      signal.throwIfAborted();
      return planned;
    }),
  );
  const refused = hasRefusedRows(result.rows);
  if (!refused && result.added.length > 0) publisher.campusChanged();
  announceRecalled(publisher, recalled);
  return toImportResult(result.rows, !refused);
}

async function store(
  tx: Transaction,
  admin: User,
  added: readonly NewGrantRow[],
  text: string,
): Promise<void> {
  if (added.length === 0) return;
  const ids = await storeGrants(tx, added, { adminId: admin.id, reason: 'Imported list' });
  await recordAudit(
    tx,
    {
      action: 'import-access',
      actorId: admin.id,
      details: {
        created: added.length,
        fileSha256: createHash('sha256').update(text).digest('hex'),
      },
    },
    ...added.map(({ keyId, userId, validFrom, validUntil, replaces }, at) => ({
      action: 'give-access' as const,
      actorId: admin.id,
      subjectId: userId,
      keyId,
      method: 'import',
      details: {
        grantId: ids[at],
        validFrom: validFrom.toISOString(),
        validUntil: validUntil?.toISOString() ?? null,
        ...(replaces.length > 0 && { replaced: replaces.join(', ') }),
      },
    })),
  );
}
