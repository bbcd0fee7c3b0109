import {
  type ReturnType,
  type ReturnWay,
  returnTypeOf,
} from '@keydesk/shared/handovers/return-type';
import type { User } from '@keydesk/shared/users/user';
import type { KeyChange } from '../../realtime/publisher.ts';
import type { KeyRow } from '../keys/key-row.ts';
import { presentKey } from '../keys/keys.presenter.ts';
import { newNotice } from '../notifications/notifications.service.ts';
import { returnedNotice } from './handover-notices.ts';
import { takeBackStatement } from './handovers.repository.ts';
import type { Plan } from './plan.ts';

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
type Returned = {
  before: KeyRow;
  key: KeyRow;
  loanId: string;
  holderId: string;
  returnType: ReturnType;
};

export type TakeBack = { returned: Returned[]; at: Date };

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

const eventOf = (
  { key, loanId, holderId, returnType }: Returned,
  { desk, method, reason, returner }: TakeBackOrder,
) => ({
  action: 'take-back' as const,
  actorId: desk.id,
  subjectId: holderId,
  keyId: key.id,
  loanId,
  method,
  reason,
  details: { returnType, returnedBy: returner.id },
});

const changeOf = (
  { key, holderId, returnType }: Returned,
  { action, desk }: TakeBackOrder,
): KeyChange => ({
  action,
  key: presentKey(key, 'desk'),
  originalUserId: holderId,
  scannerId: desk.id,
  returnType,
});

/**
 * The end of the open loans of these locked keys, about which the caller has decided, with their
 * audit events and notifications.
 */
export const planTakeBack = (
  rows: readonly KeyRow[],
  at: Date,
  order: TakeBackOrder,
): Plan<TakeBack> => {
  const { returner, desk, way, reason } = order;
  const returned = rows.filter(isOpen).map((row) => ({
    before: row,
    key: hanging(row, at),
    loanId: row.loan_id,
    holderId: row.holder_id,
    returnType: returnTypeOf(way, returner.id, row.holder_id),
  }));
  const events = returned.map((one) => eventOf(one, order));
  const notices = returned.map(({ before, holderId, returnType }) =>
    newNotice(returnedNotice(before, holderId, returnType, returner), at),
  );
  const closing = { loans: returned, returnedBy: returner.id, reason };
  return {
    done: { returned, at },
    changes: returned.map((one) => changeOf(one, order)),
    notices,
    statement: (used) => takeBackStatement({ at, deskId: desk.id, used, events, notices }, closing),
  };
};
