import { createHash } from 'node:crypto';
import type { NamedEntry } from '@keydesk/shared/administration/imports';
import { changesOf } from '@keydesk/shared/core/edits';
import type { User } from '@keydesk/shared/people/user';
import type { AuditAction } from '../../../core/audit/actions.ts';
import { type AuditEvent, recordAudit } from '../../../core/audit/record.ts';
import type { Transaction } from '../../../db/client.ts';
import { addEntryIn } from '../../campus/index.ts';

/** For a changed row with its old values. */
type StoredRow = { id: string; before?: object; after: object };

type ImportRecord = {
  /** Null for the command line. */
  admin: User | null;
  text: string;
  /** Actions for the import itself, a new row and a changed row. */
  actions: { import: AuditAction; created: AuditAction; updated: AuditAction };
  /** The audit field for a row's id. */
  idOf: (id: string) => Pick<AuditEvent, 'keyId' | 'subjectId'>;
  /** The audit fields for a row's values. */
  auditFieldsOf: (stored: Record<string, unknown>) => Pick<AuditEvent, 'details' | 'personal'>;
  created: readonly StoredRow[];
  updated: readonly StoredRow[];
};

/** Audits the import, and each stored row with its old and new values. */
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

/** Identifies the file in the audit log without its content. */
function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

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
