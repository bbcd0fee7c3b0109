import { refusal } from '@keydesk/shared/errors';
import { decideHandOut } from '@keydesk/shared/handovers/decide';
import type { User } from '@keydesk/shared/users/user';
import type { Transaction } from '../../db/client.ts';
import { newId } from '../../db/new-id.ts';
import type { KeyChange } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/audit.service.ts';
import type { KeyRow } from '../keys/key-row.ts';
import { presentKey } from '../keys/keys.presenter.ts';
import { notify, type Told } from '../notifications/notifications.service.ts';
import { keepPerson } from '../users/find-person.service.ts';
import { takenNotice } from './handover-notices.ts';
import { databaseNow, openLoan } from './handovers.repository.ts';
import { lockedKey } from './locked-key.ts';

export type HandOutOrder = {
  /** The key as it stands under its lock, which the caller holds. */
  key: KeyRow | undefined;
  holderId: string;
  desk: User;
  /** Recorded in the audit event: by code, by an unattested code, or directly. */
  method: 'code' | 'unattested-code' | 'direct';
  action: KeyChange['action'];
};

export type HandOut = { key: KeyRow; holder: User; change: KeyChange; told: Told[]; at: Date };

/** The key's row once the loan is open. */
const taken = (row: KeyRow, loanId: string, holder: User, takenAt: Date): KeyRow => ({
  ...row,
  version: row.version + 1,
  loan_id: loanId,
  holder_id: holder.id,
  holder_name: holder.name,
  holder_email: holder.email,
  taken_at: takenAt,
});

/** Opens a loan of a locked key, if the rules allow it, with its audit event and notification. */
export const handOut = async (tx: Transaction, order: HandOutOrder): Promise<HandOut> => {
  const row = order.key;
  const holder = await keepPerson(tx, order.holderId);
  const verdict = decideHandOut(row && lockedKey(row), holder);
  if (!verdict.allowed) throw verdict.refusal;
  if (!row || !holder) throw refusal('KEY_NOT_FOUND');
  const takenAt = await databaseNow(tx);
  const loanId = newId();
  const { desk } = order;
  await openLoan(tx, {
    id: loanId,
    keyId: row.id,
    holderId: holder.id,
    handedBy: desk.id,
    takenAt,
  });
  await recordAudit(tx, {
    action: 'hand-out',
    actorId: desk.id,
    subjectId: holder.id,
    keyId: row.id,
    loanId,
    method: order.method,
  });
  const told = await notify(tx, [takenNotice(row, holder.id)]);
  const key = taken(row, loanId, holder, takenAt);
  const change: KeyChange = {
    action: order.action,
    key: presentKey(key, 'desk'),
    requestingUserId: holder.id,
    scannerId: desk.id,
  };
  return { key, holder, change, told, at: takenAt };
};
