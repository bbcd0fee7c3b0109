import { refusal } from '@keydesk/shared/errors';
import type { Person } from '@keydesk/shared/handovers/handovers.routes';
import type { Key } from '@keydesk/shared/keys/key';
import type { User } from '@keydesk/shared/users/user';
import { transact } from '../../db/client.ts';
import { presentKey } from '../keys/keys.presenter.ts';
import { lockAndReadKeys } from '../keys/keys.service.ts';
import { type HandOut, handOut } from './hand-out.ts';
import { type HandoverDeps, personOf } from './handover-deps.ts';
import { checkLegacyTimestamp, findIssued } from './issued-code.ts';
import { readScan, type Scan } from './scan.ts';
import { beginUse, finishUse, shapeOfIssued } from './use-code.ts';

export type RequestAnswer = {
  success: true;
  message: string;
  data: { key: Key; requestingUser: Person; scannedBy: Person };
};

const answerOf = ({ key, holder }: HandOut, desk: User): RequestAnswer => ({
  success: true,
  message: `Key ${key.key_number} (${key.key_name}) handed over to ${holder.name}`,
  data: {
    key: presentKey(key, 'desk'),
    requestingUser: personOf(holder),
    scannedBy: personOf(desk),
  },
});

const byLegacyCode = async (deps: HandoverDeps, desk: User, { claimed }: Scan) => {
  if (claimed?.shape !== 'request') throw refusal('QR_WRONG_TYPE');
  checkLegacyTimestamp(claimed, new Date(), deps.validitySeconds);
  const [keyId] = claimed.keyIds;
  const holderId = claimed.userId;
  if (!deps.acceptsLegacyQr || !keyId || !holderId) throw refusal('QR_NOT_ISSUED');
  return transact(deps.db, async (tx) => {
    const [key] = await lockAndReadKeys(tx, [keyId]);
    return handOut(tx, { key, holderId, desk, method: 'unattested-code', action: 'qr-request' });
  });
};

/** Hands a key out on its holder's scanned code; the holder comes from the issued code alone. */
export const scanRequest = async (
  deps: HandoverDeps,
  desk: User,
  qrData: unknown,
): Promise<RequestAnswer> => {
  const scan = readScan(qrData);
  const found = await findIssued(deps.db, scan);
  const publish = (done: HandOut): RequestAnswer => {
    deps.publisher.keysChanged([done.change]);
    deps.publisher.notified(done.told);
    return answerOf(done, desk);
  };
  if (!found) return publish(await byLegacyCode(deps, desk, scan));
  if (shapeOfIssued(found) !== 'request') throw refusal('QR_WRONG_TYPE');

  const outcome = await transact(deps.db, async (tx) => {
    const use = await beginUse<RequestAnswer>(tx, found, scan, desk.id);
    if (use.repeated) return use;
    const done = await handOut(tx, {
      key: use.keys[0],
      holderId: found.user_id,
      desk,
      method: 'code',
      action: 'qr-request',
    });
    await finishUse(tx, use.code, desk.id, answerOf(done, desk), done.at);
    return { repeated: false as const, done };
  });
  return outcome.repeated ? outcome.result : publish(outcome.done);
};
