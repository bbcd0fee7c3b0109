import { appError } from '@keydesk/shared/errors';
import { decideHandOut } from '@keydesk/shared/handovers/decide';
import type { Person } from '@keydesk/shared/handovers/routes';
import type { Key } from '@keydesk/shared/keys/key';
import type { User, UserDetails } from '@keydesk/shared/users/user';
import { twoRoundTripTransaction } from '../../platform/db/client.ts';
import { newId } from '../../platform/db/tables/columns.ts';
import type { KeyChange } from '../../realtime/publisher.ts';
import type { KeyRow } from '../keys/index.ts';
import { presentKey } from '../keys/index.ts';
import { newNotice } from '../notifications/index.ts';
import { checkLegacyTimestamp, parseScan, type Scan } from './codes.ts';
import { handOutStatement } from './handover-statement.ts';
import { takenNotice } from './notices.ts';
import { toLockedKey } from './queries.ts';
import {
  type HandoverContext,
  type HandoverDeps,
  type HandoverPlan,
  loadForHandover,
  publish,
  redeemCode,
  toDecision,
  toPerson,
} from './transaction.ts';

type HandOutResponse = {
  success: true;
  message: string;
  data: { key: Key; requestingUser: Person; scannedBy: Person };
};

/** Hands a key out on its holder's scanned code (`issued-codes`). */
export async function scanRequest(
  deps: HandoverDeps,
  desk: User,
  qrData: unknown,
): Promise<HandOutResponse> {
  const scan = parseScan(qrData);
  const answer = await redeemCode(deps, {
    scan,
    desk,
    shape: 'request',
    plan: (context) => planHandOut(context, { desk, method: 'code', action: 'qr-request' }),
    answer: (result) => toHandOutResponse(result, desk),
  });
  return answer ?? handOutByLegacyCode(deps, desk, scan);
}

function toHandOutResponse({ key, holder }: HandOutResult, desk: User): HandOutResponse {
  return {
    success: true,
    message: `Key ${key.keyNumber} (${key.keyName}) handed over to ${holder.name}`,
    data: {
      key: presentKey(key, 'desk'),
      requestingUser: toPerson(holder),
      scannedBy: toPerson(desk),
    },
  };
}

async function handOutByLegacyCode(
  deps: HandoverDeps,
  desk: User,
  { claimed }: Scan,
): Promise<HandOutResponse> {
  if (claimed?.shape !== 'request') throw appError('QR_WRONG_TYPE');
  checkLegacyTimestamp(claimed, new Date(), deps.validitySeconds);
  const [keyId] = claimed.keyIds;
  const holderId = claimed.userId;
  if (!deps.acceptsLegacyQr || !keyId || !holderId) throw appError('QR_NOT_ISSUED');
  const committed = await twoRoundTripTransaction(
    deps.db,
    (tx) => loadForHandover(tx, [keyId], holderId),
    (context) =>
      toDecision(planHandOut(context, { desk, method: 'unattested-code', action: 'qr-request' })),
  );
  return toHandOutResponse(publish(deps, committed), desk);
}

type HandOutOptions = {
  desk: User;
  /** Recorded in the audit event. A code is unattested when we did not issue it. */
  method: 'code' | 'unattested-code' | 'direct';
  action: KeyChange['action'];
};

type HandOutResult = { key: KeyRow; holder: UserDetails };

/**
 * Plans the loan of the one locked key to the person in the context, with its audit event and
 * notification.
 * @throws the rules' error when they do not allow it.
 */
export function planHandOut(
  { keys: [row], person: holder, now: at }: HandoverContext,
  { desk, method, action }: HandOutOptions,
): HandoverPlan<HandOutResult> {
  const verdict = decideHandOut(row && toLockedKey(row), holder);
  if (!verdict.allowed) throw verdict.error;
  if (!row || !holder) throw appError('KEY_NOT_FOUND');
  const loanId = newId();
  const key = afterHandOut(row, loanId, holder, at);
  const parties = { actorId: desk.id, subjectId: holder.id, keyId: row.id, loanId };
  const events = [{ action: 'hand-out' as const, ...parties, method }];
  const notices = [newNotice(takenNotice(row, holder.id), at)];
  const loan = { id: loanId, holderId: holder.id, key };
  return {
    result: { key, holder },
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
}

/** The key's row once the loan is open. */
function afterHandOut(row: KeyRow, loanId: string, holder: UserDetails, takenAt: Date): KeyRow {
  return {
    ...row,
    version: row.version + 1,
    loanId: loanId,
    holderId: holder.id,
    holderName: holder.name,
    holderEmail: holder.email,
    takenAt: takenAt,
  };
}
