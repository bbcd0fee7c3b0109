import { refusal } from '@keydesk/shared/errors';
import { decideHandOut } from '@keydesk/shared/handovers/decide';
import type { User, UserDetails } from '@keydesk/shared/users/user';
import { newId } from '../../db/new-id.ts';
import type { KeyChange } from '../../realtime/publisher.ts';
import type { KeyRow } from '../keys/key-row.ts';
import { presentKey } from '../keys/keys.presenter.ts';
import { newNotice } from '../notifications/notifications.service.ts';
import { takenNotice } from './handover-notices.ts';
import { handOutStatement } from './handovers.repository.ts';
import { lockedKey } from './locked-key.ts';
import type { Plan } from './plan.ts';
import type { Seen } from './seen.ts';

export type HandOutOrder = {
  desk: User;
  /** Recorded in the audit event: by code, by an unattested code, or directly. */
  method: 'code' | 'unattested-code' | 'direct';
  action: KeyChange['action'];
};

export type HandOut = { key: KeyRow; holder: UserDetails };

/** The key's row once the loan is open. */
const taken = (row: KeyRow, loanId: string, holder: UserDetails, takenAt: Date): KeyRow => ({
  ...row,
  version: row.version + 1,
  loan_id: loanId,
  holder_id: holder.id,
  holder_name: holder.name,
  holder_email: holder.email,
  taken_at: takenAt,
});

/**
 * The loan of a locked key to the person seen with it, its audit event and notification.
 * @throws the refusal, if the rules do not allow it.
 */
export const planHandOut = (
  { keys: [row], person: holder, now: at }: Seen,
  { desk, method, action }: HandOutOrder,
): Plan<HandOut> => {
  const verdict = decideHandOut(row && lockedKey(row), holder);
  if (!verdict.allowed) throw verdict.refusal;
  if (!row || !holder) throw refusal('KEY_NOT_FOUND');
  const loanId = newId();
  const key = taken(row, loanId, holder, at);
  const parties = { actorId: desk.id, subjectId: holder.id, keyId: row.id, loanId };
  const events = [{ action: 'hand-out' as const, ...parties, method }];
  const notices = [newNotice(takenNotice(row, holder.id), at)];
  const loan = { id: loanId, keyId: row.id, holderId: holder.id };
  return {
    done: { key, holder },
    changes: [
      {
        action,
        key: presentKey(key, 'desk'),
        requestingUserId: holder.id,
        scannerId: desk.id,
      },
    ],
    notices,
    statement: (used) => handOutStatement({ at, deskId: desk.id, used, events, notices }, loan),
  };
};
