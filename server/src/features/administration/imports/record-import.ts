import { createHash } from 'node:crypto';
import type { NamedEntry } from '@keydesk/shared/administration/imports';
import type { User } from '@keydesk/shared/people/user';
import type { AuditAction } from '../../../core/audit/actions.ts';
import { type AuditEvent, changesOf, recordAudit } from '../../../core/audit/record.ts';
import type { Transaction } from '../../../db/client.ts';
import { addEntryIn } from '../../campus/index.ts';

/** What an import stored for one row: the new values, and for a changed row also the old ones. */
type StoredRow = { id: string; before?: object; after: object };

type ImportRecord = {
  /** Null for a command. */
  admin: User | null;
  text: string;
  /** The actions that record the import itself, a new row and a changed row. */
  actions: { import: AuditAction; created: AuditAction; updated: AuditAction };
  /** The audit field that holds the id of a row. */
  idOf: (id: string) => Pick<AuditEvent, 'keyId' | 'subjectId'>;
  /** The audit fields that hold what was stored for a row. */
  auditFieldsOf: (stored: Record<string, unknown>) => Pick<AuditEvent, 'details' | 'personal'>;
  created: readonly StoredRow[];
  updated: readonly StoredRow[];
};

/** Records an import: the file, and each stored row with its old and new values. */
export async function recordImport(
  tx: Transaction,
  { admin, text, actions, idOf, auditFieldsOf, created, updated }: ImportRecord,
): Promise<void> {
  const actor = admin ? { actorId: admin.id } : {};
  const common = { ...actor, method: 'import' };
  await recordAudit(
    tx,
    {
      action: actions.import,
      ...actor,
      details: {
        created: created.length,
        updated: updated.length,
        fileSha256: sha256Hex(text),
      },
    },
    ...created.map(({ id, after }) => ({
      ...common,
      ...idOf(id),
      action: actions.created,
      ...auditFieldsOf({ ...after }),
    })),
    ...updated.map(({ id, before = {}, after }) => ({
      ...common,
      ...idOf(id),
      action: actions.updated,
      ...auditFieldsOf(changesOf(before, after)),
    })),
  );
}

/** Identifies a file without revealing its content. */
function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Adds what a file names to the lists of the campus. */
export async function createEntries(
  tx: Transaction,
  admin: User | null,
  entries: readonly NamedEntry[],
): Promise<void> {
  for (const { list, code, label = code } of entries)
    await addEntryIn(tx, admin, list, {
      code,
      label,
      ...(list === 'departments' && { registers: true, lends: true }),
    });
}
