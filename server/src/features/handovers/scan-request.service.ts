import { refusal } from '@keydesk/shared/errors';
import type { Person } from '@keydesk/shared/handovers/handovers.routes';
import type { Key } from '@keydesk/shared/keys/key';
import type { User } from '@keydesk/shared/users/user';
import { decideAndWrite } from '../../db/client.ts';
import { presentKey } from '../keys/keys.presenter.ts';
import { type HandOut, planHandOut } from './hand-out.ts';
import { type HandoverDeps, personOf } from './handover-deps.ts';
import { checkLegacyTimestamp } from './issued-code.ts';
import { carryOut, publish } from './plan.ts';
import { readScan, type Scan } from './scan.ts';
import { lookAt } from './seen.ts';
import { useCode } from './use-code.ts';

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

const byLegacyCode = async (
  deps: HandoverDeps,
  desk: User,
  { claimed }: Scan,
): Promise<RequestAnswer> => {
  if (claimed?.shape !== 'request') throw refusal('QR_WRONG_TYPE');
  checkLegacyTimestamp(claimed, new Date(), deps.validitySeconds);
  const [keyId] = claimed.keyIds;
  const holderId = claimed.userId;
  if (!deps.acceptsLegacyQr || !keyId || !holderId) throw refusal('QR_NOT_ISSUED');
  const committed = await decideAndWrite(
    deps.db,
    (tx) => lookAt(tx, [keyId], holderId),
    (seen) =>
      carryOut(planHandOut(seen, { desk, method: 'unattested-code', action: 'qr-request' })),
  );
  return answerOf(publish(deps, committed), desk);
};

/** Hands a key out on its holder's scanned code; the holder comes from the issued code alone. */
export const scanRequest = async (
  deps: HandoverDeps,
  desk: User,
  qrData: unknown,
): Promise<RequestAnswer> => {
  const scan = readScan(qrData);
  const answer = await useCode(deps, {
    scan,
    desk,
    shape: 'request',
    plan: (seen) => planHandOut(seen, { desk, method: 'code', action: 'qr-request' }),
    answer: (done) => answerOf(done, desk),
  });
  return answer ?? byLegacyCode(deps, desk, scan);
};
