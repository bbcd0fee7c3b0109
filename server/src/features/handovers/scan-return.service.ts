import { refusal } from '@keydesk/shared/errors';
import type { User } from '@keydesk/shared/users/user';
import { decideAndWrite } from '../../db/client.ts';
import type { HandoverDeps } from './handover-deps.ts';
import { checkLegacyTimestamp } from './issued-code.ts';
import { carryOut, publish } from './plan.ts';
import { readScan, type Scan } from './scan.ts';
import { lookAt, type SeenByCode } from './seen.ts';
import { answerOf, planTakeBackOne, type ReturnAnswer } from './take-back-one.ts';
import { useCode } from './use-code.ts';

/** A return code that we did not issue only locates the key: the desk collects it (DESIGN §6.5). */
const byLegacyCode = async (
  deps: HandoverDeps,
  desk: User,
  { claimed }: Scan,
  shownLoanId: string | undefined,
): Promise<ReturnAnswer> => {
  if (claimed?.shape !== 'return') throw refusal('QR_WRONG_TYPE');
  checkLegacyTimestamp(claimed, new Date(), deps.validitySeconds);
  const order = {
    desk,
    returner: desk,
    way: 'desk',
    method: 'unattested-code',
    action: 'qr-return',
    reason: null,
  } as const;
  const committed = await decideAndWrite(
    deps.db,
    (tx) => lookAt(tx, claimed.keyIds, desk.id),
    (seen) => carryOut(planTakeBackOne(seen, { shownLoanId }, order)),
  );
  return answerOf(publish(deps, committed), desk);
};

const planReturn = (seen: SeenByCode, desk: User, shownLoanId: string | undefined) => {
  if (!seen.person) throw refusal('USER_NOT_FOUND');
  const wish = { shownLoanId, holderId: seen.person.id };
  return planTakeBackOne(seen, wish, {
    desk,
    returner: seen.person,
    way: 'return-code',
    method: 'code',
    action: 'qr-return',
    reason: null,
  });
};

/** Takes a key back on a scanned return code, once the desk has confirmed the loan it was shown. */
export const scanReturn = async (
  deps: HandoverDeps,
  desk: User,
  { qrData, loanId }: { qrData: unknown; loanId?: string | undefined },
): Promise<ReturnAnswer> => {
  const scan = readScan(qrData);
  const answer = await useCode(deps, {
    scan,
    desk,
    shape: 'return',
    plan: (seen) => planReturn(seen, desk, loanId),
    answer: (done) => answerOf(done, desk),
  });
  return answer ?? byLegacyCode(deps, desk, scan, loanId);
};
