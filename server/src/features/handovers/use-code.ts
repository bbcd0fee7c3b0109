import { refusal } from '@keydesk/shared/errors';
import type { ScanShape } from '@keydesk/shared/handovers/scan-shape';
import type { Transaction } from '../../db/client.ts';
import type { KeyRow } from '../keys/key-row.ts';
import { lockAndReadKeys } from '../keys/keys.service.ts';
import { type CodeRow, lockCode } from './codes.repository.ts';
import { consumeCode } from './handovers.repository.ts';
import { mayUse } from './issued-code.ts';
import type { Scan } from './scan.ts';

const shapeOfType = {
  'key-request': 'request',
  'key-return': 'return',
  'batch-return': 'batch',
} as const;

/** What an issued code asks of the desk. */
export const shapeOfIssued = (row: CodeRow): ScanShape => shapeOfType[row.type];

export type CodeUse<T> =
  | { repeated: true; result: T }
  | { repeated: false; code: CodeRow; keys: KeyRow[] };

/**
 * Locks the code's keys, then the code, and decides whether this desk may use it (DESIGN §6.2).
 * Answers with the keys under their locks; a repeat by the same desk yields the stored result.
 */
export const beginUse = async <T>(
  tx: Transaction,
  found: CodeRow,
  scan: Scan,
  scannerId: string,
): Promise<CodeUse<T>> => {
  const keys = await lockAndReadKeys(tx, found.key_ids);
  const code = await lockCode(tx, found.id);
  if (!code) throw refusal('QR_NOT_ISSUED');
  return mayUse(code, scan, scannerId)
    ? { repeated: false, code, keys }
    : { repeated: true, result: code.result as T };
};

/** Uses the code up and keeps the answer for repeats; fails if it expired in the meantime. */
export const finishUse = async (
  tx: Transaction,
  code: CodeRow,
  usedBy: string,
  result: unknown,
  moment: Date,
): Promise<void> => {
  if (await consumeCode(tx, { id: code.id, usedBy, result }, moment)) return;
  const validity = Math.round((code.expires_at.getTime() - code.issued_at.getTime()) / 1000);
  throw refusal('QR_EXPIRED', validity, validity).withDetails({ keyIds: code.key_ids });
};
