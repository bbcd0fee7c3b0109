import { createHash } from 'node:crypto';
import type { User } from '@keydesk/shared/users/user';
import type { Transaction } from '../../platform/db/client.ts';
import type { AuditAction } from '../audit/index.ts';
import { type AuditEvent, recordAudit } from '../audit/index.ts';

/** What an import stored of one row: all of what is new, or what was and is of what it changed. */
type StoredRow = { id: string; before?: object; after: object };

type ImportRecord = {
  admin: User;
  text: string;
  /** What the import as a whole, a new row and a changed row are called. */
  actions: { whole: AuditAction; created: AuditAction; updated: AuditAction };
  /** What the rows are, for the audit trail. */
  idOf: (id: string) => Pick<AuditEvent, 'keyId' | 'subjectId'>;
  /** How an event holds what was stored of a row. */
  auditFieldsOf: (stored: Record<string, unknown>) => Pick<AuditEvent, 'details' | 'personal'>;
  created: readonly StoredRow[];
  updated: readonly StoredRow[];
};

/** Records an import: the file, and each row that it stored with old and new values. */
export async function recordImport(
  tx: Transaction,
  { admin, text, actions, idOf, auditFieldsOf: toldOf, created, updated }: ImportRecord,
): Promise<void> {
  const by = { actorId: admin.id, method: 'import' };
  await recordAudit(
    tx,
    {
      action: actions.whole,
      actorId: admin.id,
      details: {
        created: created.length,
        updated: updated.length,
        fileSha256: sha256Hex(text),
      },
    },
    ...created.map(({ id, after }) => ({
      ...by,
      ...idOf(id),
      action: actions.created,
      ...toldOf({ ...after }),
    })),
    ...updated.map(({ id, before = {}, after }) => ({
      ...by,
      ...idOf(id),
      action: actions.updated,
      ...toldOf(changedFields(before, after)),
    })),
  );
}

/** Tells which file it was, without its content. */
function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function changedFields(before: object, after: object) {
  const was = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(([name, value]) => was.get(name) !== value);
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, was.get(name)])),
    after: Object.fromEntries(changed),
  };
}
