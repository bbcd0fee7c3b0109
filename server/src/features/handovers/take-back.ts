import {
  type ReturnType,
  type ReturnWay,
  returnTypeOf,
} from '@keydesk/shared/handovers/return-type';
import type { User } from '@keydesk/shared/users/user';
import type { Transaction } from '../../db/client.ts';
import type { KeyChange } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/audit.service.ts';
import type { KeyRow } from '../keys/key-row.ts';
import { presentKey } from '../keys/keys.presenter.ts';
import { notify, type Told } from '../notifications/notifications.service.ts';
import { returnedNotice } from './handover-notices.ts';
import { closeLoans, databaseNow } from './handovers.repository.ts';

export type TakeBackOrder = {
  /** Who brought the keys: the code's owner, or the desk that collects them. */
  returner: { id: string; name: string };
  desk: User;
  way: ReturnWay;
  method: 'code' | 'unattested-code' | 'direct';
  action: KeyChange['action'];
  reason: string | null;
};

/** One key that came back: as it was, as it is, and how. */
type Returned = { before: KeyRow; key: KeyRow; loanId: string; returnType: ReturnType };

export type TakeBack = { returned: Returned[]; changes: KeyChange[]; told: Told[]; at: Date };

/** The key's row once its loan is closed. */
const hanging = (row: KeyRow, returnedAt: Date): KeyRow => ({
  ...row,
  version: row.version + 1,
  loan_id: null,
  holder_id: null,
  holder_name: null,
  holder_email: null,
  taken_at: null,
  returned_at: returnedAt,
});

type OpenRow = KeyRow & { loan_id: string; holder_id: string };

const isOpen = (row: KeyRow): row is OpenRow => row.loan_id !== null && row.holder_id !== null;

/**
 * Closes the open loans of these keys, whose locks the caller holds and about which it has decided;
 * with their audit events and notifications.
 */
export const takeBack = async (
  tx: Transaction,
  rows: readonly KeyRow[],
  order: TakeBackOrder,
): Promise<TakeBack> => {
  const { returner, desk, way } = order;
  const open = rows.filter(isOpen);
  const at = await databaseNow(tx);
  const returned = open.map((row) => ({
    before: row,
    key: hanging(row, at),
    loanId: row.loan_id,
    holderId: row.holder_id,
    returnType: returnTypeOf(way, returner.id, row.holder_id),
  }));
  await closeLoans(tx, {
    loans: returned,
    returnedBy: returner.id,
    receivedBy: desk.id,
    reason: order.reason,
    returnedAt: at,
  });
  await recordAudit(
    tx,
    ...returned.map(({ key, loanId, holderId, returnType }) => ({
      action: 'take-back' as const,
      actorId: desk.id,
      subjectId: holderId,
      keyId: key.id,
      loanId,
      method: order.method,
      reason: order.reason,
      details: { returnType, returnedBy: returner.id },
    })),
  );
  const told = await notify(
    tx,
    returned.map(({ before, holderId, returnType }) =>
      returnedNotice(before, holderId, returnType, returner),
    ),
  );
  const changes = returned.map(({ key, holderId, returnType }) => ({
    action: order.action,
    key: presentKey(key, 'desk'),
    originalUserId: holderId,
    scannerId: desk.id,
    returnType,
  }));
  return { returned, changes, told, at };
};
