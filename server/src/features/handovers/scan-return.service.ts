import { refusal } from '@keydesk/shared/errors';
import { decideTakeBack } from '@keydesk/shared/handovers/decide';
import type { Person } from '@keydesk/shared/handovers/handovers.routes';
import type { Key } from '@keydesk/shared/keys/key';
import type { User } from '@keydesk/shared/users/user';
import { type Transaction, transact } from '../../db/client.ts';
import type { KeyRow } from '../keys/key-row.ts';
import { presentKey } from '../keys/keys.presenter.ts';
import { lockAndReadKeys } from '../keys/keys.service.ts';
import { findPerson } from '../users/find-person.service.ts';
import { type HandoverDeps, personOf } from './handover-deps.ts';
import { checkLegacyTimestamp, findIssued } from './issued-code.ts';
import { lockedKey } from './locked-key.ts';
import { readScan, type Scan } from './scan.ts';
import { type TakeBack, type TakeBackOrder, takeBack } from './take-back.ts';
import { beginUse, finishUse, shapeOfIssued } from './use-code.ts';

export type ReturnAnswer = {
  success: true;
  message: string;
  data: { key: Key; originalUser: Person; scannedBy: Person };
};

export type OneTakeBack = Omit<TakeBackOrder, 'action'> & {
  /** The key as it stands under its lock, which the caller holds. */
  key: KeyRow | undefined;
  shownLoanId: string | undefined;
  /** Set when only this person's own loan may be closed. */
  holderId?: string;
  action: TakeBackOrder['action'];
};

/** Decides about one locked key and takes it back. */
export const takeBackOne = async (tx: Transaction, order: OneTakeBack): Promise<TakeBack> => {
  const { key, shownLoanId, holderId, ...rest } = order;
  const verdict = decideTakeBack(key && lockedKey(key), { shownLoanId, holderId });
  if (!verdict.allowed) throw verdict.refusal;
  return takeBack(tx, key ? [key] : [], rest);
};

export const answerOf = ({ returned }: TakeBack, desk: User): ReturnAnswer => {
  const [one] = returned;
  if (!one) throw refusal('KEY_NOT_TAKEN');
  const { before, key } = one;
  return {
    success: true,
    message: `Key ${key.key_number} (${key.key_name}) returned successfully`,
    data: {
      key: presentKey(key, 'desk'),
      originalUser: {
        id: before.holder_id ?? '',
        name: before.holder_name ?? '',
        email: before.holder_email ?? '',
      },
      scannedBy: personOf(desk),
    },
  };
};

/** A return code that we did not issue only locates the key: the desk collects it (DESIGN §6.5). */
const byLegacyCode = async (
  deps: HandoverDeps,
  desk: User,
  { claimed }: Scan,
  shownLoanId: string | undefined,
): Promise<TakeBack> => {
  if (claimed?.shape !== 'return') throw refusal('QR_WRONG_TYPE');
  checkLegacyTimestamp(claimed, new Date(), deps.validitySeconds);
  return transact(deps.db, async (tx) => {
    const [key] = await lockAndReadKeys(tx, claimed.keyIds);
    return takeBackOne(tx, {
      key,
      shownLoanId,
      desk,
      returner: desk,
      way: 'desk',
      method: 'unattested-code',
      action: 'qr-return',
      reason: null,
    });
  });
};

/** Takes a key back on a scanned return code, once the desk has confirmed the loan it was shown. */
export const scanReturn = async (
  deps: HandoverDeps,
  desk: User,
  { qrData, loanId }: { qrData: unknown; loanId?: string | undefined },
): Promise<ReturnAnswer> => {
  const scan = readScan(qrData);
  const found = await findIssued(deps.db, scan);
  const publish = (done: TakeBack): ReturnAnswer => {
    deps.publisher.keysChanged(done.changes);
    deps.publisher.notified(done.told);
    return answerOf(done, desk);
  };
  if (!found) return publish(await byLegacyCode(deps, desk, scan, loanId));
  if (shapeOfIssued(found) !== 'return') throw refusal('QR_WRONG_TYPE');

  const outcome = await transact(deps.db, async (tx) => {
    const use = await beginUse<ReturnAnswer>(tx, found, scan, desk.id);
    if (use.repeated) return use;
    const returner = await findPerson(tx, found.user_id);
    if (!returner) throw refusal('USER_NOT_FOUND');
    const done = await takeBackOne(tx, {
      key: use.keys[0],
      shownLoanId: loanId,
      holderId: found.user_id,
      desk,
      returner,
      way: 'return-code',
      method: 'code',
      action: 'qr-return',
      reason: null,
    });
    await finishUse(tx, use.code, desk.id, answerOf(done, desk), done.at);
    return { repeated: false as const, done };
  });
  return outcome.repeated ? outcome.result : publish(outcome.done);
};
