import { refusal } from '@keydesk/shared/errors';
import { isDesk } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import { decideAndWrite } from '../../db/client.ts';
import { hideEmail, presentKey } from '../keys/keys.presenter.ts';
import { planHandOut } from './hand-out.ts';
import type { HandoverDeps } from './handover-deps.ts';
import { carryOut, publish } from './plan.ts';
import { lookAt } from './seen.ts';
import type { TakeBackOrder } from './take-back.ts';
import { answerOf, planTakeBackOne, type ReturnAnswer } from './take-back-one.ts';

/** Handovers without a code are the desk's; others need self-service (DESIGN §6.6). */
const requireDesk = (deps: HandoverDeps, caller: User): void => {
  if (!isDesk(caller.role) && !deps.selfService) throw refusal('USE_THE_DESK');
};

/** Takes a key for the caller themselves. */
export const takeDirectly = async (deps: HandoverDeps, caller: User, keyId: string) => {
  requireDesk(deps, caller);
  const committed = await decideAndWrite(
    deps.db,
    (tx) => lookAt(tx, [keyId], caller.id),
    (seen) => carryOut(planHandOut(seen, { desk: caller, method: 'direct', action: 'take' })),
  );
  const { key } = publish(deps, committed);
  return {
    success: true as const,
    message: `Key ${key.key_number} (${key.key_name}) taken successfully`,
    data: { key: presentKey(key, 'desk') },
  };
};

type DirectReturn = {
  keyId: string;
  shownLoanId?: string | undefined;
  reason?: string | undefined;
  holderId?: string;
};

const takeBackDirectly = async (
  deps: HandoverDeps,
  caller: User,
  { keyId, shownLoanId, reason, holderId }: DirectReturn,
): Promise<ReturnAnswer> => {
  const order: TakeBackOrder = {
    desk: caller,
    returner: caller,
    way: isDesk(caller.role) ? 'desk' : 'self-service',
    method: 'direct',
    action: 'return',
    reason: reason ?? null,
  };
  const committed = await decideAndWrite(
    deps.db,
    (tx) => lookAt(tx, [keyId], caller.id),
    (seen) => carryOut(planTakeBackOne(seen, { shownLoanId, holderId }, order)),
  );
  return answerOf(publish(deps, committed), caller);
};

/** Returns a key: any key for the desk, one's own with self-service. */
export const returnDirectly = async (deps: HandoverDeps, caller: User, keyId: string) => {
  requireDesk(deps, caller);
  const own = isDesk(caller.role) ? {} : { holderId: caller.id };
  const { message, data } = await takeBackDirectly(deps, caller, { keyId, ...own });
  return { success: true as const, message, data: { key: data.key } };
};

/** Collects a key from whoever has it. */
export const collect = async (
  deps: HandoverDeps,
  caller: User,
  order: { keyId: string; shownLoanId?: string | undefined; reason?: string | undefined },
) => {
  requireDesk(deps, caller);
  const { data } = await takeBackDirectly(deps, caller, order);
  const { key, originalUser } = data;
  return {
    success: true as const,
    message: `Key ${key.keyNumber} (${key.keyName}) collected successfully`,
    data: {
      key: isDesk(caller.role) ? key : hideEmail(key),
      originalUser: isDesk(caller.role)
        ? originalUser
        : { id: originalUser.id, name: originalUser.name },
      returnedBy: { id: caller.id, name: caller.name },
      reason: order.reason ?? null,
    },
  };
};
