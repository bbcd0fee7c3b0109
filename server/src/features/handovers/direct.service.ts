import { refusal } from '@keydesk/shared/errors';
import { isDesk } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import { transact } from '../../db/client.ts';
import { hideEmail, presentKey } from '../keys/keys.presenter.ts';
import { lockAndReadKeys } from '../keys/keys.service.ts';
import { handOut } from './hand-out.ts';
import type { HandoverDeps } from './handover-deps.ts';
import { answerOf, takeBackOne } from './scan-return.service.ts';

/** Handovers without a code are the desk's; others need self-service (DESIGN §6.6). */
const requireDesk = (deps: HandoverDeps, caller: User): void => {
  if (!isDesk(caller.role) && !deps.selfService) throw refusal('USE_THE_DESK');
};

/** Takes a key for the caller themselves. */
export const takeDirectly = async (deps: HandoverDeps, caller: User, keyId: string) => {
  requireDesk(deps, caller);
  const done = await transact(deps.db, async (tx) => {
    const [key] = await lockAndReadKeys(tx, [keyId]);
    return handOut(tx, {
      key,
      holderId: caller.id,
      desk: caller,
      method: 'direct',
      action: 'take',
    });
  });
  deps.publisher.keysChanged([done.change]);
  deps.publisher.notified(done.told);
  return {
    success: true as const,
    message: `Key ${done.key.key_number} (${done.key.key_name}) taken successfully`,
    data: { key: presentKey(done.key, 'desk') },
  };
};

type DirectReturn = {
  keyId: string;
  shownLoanId?: string | undefined;
  reason?: string | undefined;
  holderId?: string;
};

const takeBackDirectly = async (deps: HandoverDeps, caller: User, order: DirectReturn) => {
  const done = await transact(deps.db, async (tx) => {
    const [key] = await lockAndReadKeys(tx, [order.keyId]);
    return takeBackOne(tx, {
      key,
      shownLoanId: order.shownLoanId,
      ...(order.holderId ? { holderId: order.holderId } : {}),
      desk: caller,
      returner: caller,
      way: isDesk(caller.role) ? 'desk' : 'self-service',
      method: 'direct',
      action: 'return',
      reason: order.reason ?? null,
    });
  });
  deps.publisher.keysChanged(done.changes);
  deps.publisher.notified(done.told);
  return answerOf(done, caller);
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
