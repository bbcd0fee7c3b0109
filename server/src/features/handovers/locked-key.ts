import type { LockedKey } from '@keydesk/shared/handovers/decide';
import type { KeyRow } from '../keys/key-row.ts';

/** A key's row as the handover rules look at it. */
export const lockedKey = (row: KeyRow): LockedKey => ({
  id: row.id,
  keyNumber: row.key_number,
  isActive: row.deleted_at === null,
  openLoan: row.loan_id && row.holder_id ? { id: row.loan_id, holderId: row.holder_id } : null,
});
