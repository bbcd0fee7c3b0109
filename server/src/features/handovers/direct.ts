import { appError } from '@keydesk/shared/errors';
import { isDesk } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import { twoRoundTripTransaction } from '../../platform/db/client.ts';
import { hideHolderEmail, presentKey } from '../keys/index.ts';
import { planHandOut } from './hand-out.ts';
import {
  planTakeBackOne,
  type ReturnResponse,
  type TakeBackOptions,
  toReturnResponse,
} from './take-back.ts';
import { type HandoverDeps, loadForHandover, publish, toDecision } from './transaction.ts';

/** Takes a key for the caller themselves. */
export async function takeDirectly(deps: HandoverDeps, caller: User, keyId: string) {
  requireDesk(deps, caller);
  const committed = await twoRoundTripTransaction(
    deps.db,
    (tx) => loadForHandover(tx, [keyId], caller.id),
    (seen) => toDecision(planHandOut(seen, { desk: caller, method: 'direct', action: 'take' })),
  );
  const { key } = publish(deps, committed);
  return {
    success: true as const,
    message: `Key ${key.key_number} (${key.key_name}) taken successfully`,
    data: { key: presentKey(key, 'desk') },
  };
}

/** Handovers without a code are the desk's; others need self-service (DESIGN §6.6). */
function requireDesk(deps: HandoverDeps, caller: User): void {
  if (!isDesk(caller.role) && !deps.selfService) throw appError('USE_THE_DESK');
}

type DirectReturn = {
  keyId: string;
  shownLoanId?: string | undefined;
  reason?: string | undefined;
  holderId?: string;
};

/** Returns a key: any key for the desk, one's own with self-service. */
export async function returnDirectly(deps: HandoverDeps, caller: User, keyId: string) {
  requireDesk(deps, caller);
  const own = isDesk(caller.role) ? {} : { holderId: caller.id };
  const { message, data } = await takeBackDirectly(deps, caller, { keyId, ...own });
  return { success: true as const, message, data: { key: data.key } };
}

async function takeBackDirectly(
  deps: HandoverDeps,
  caller: User,
  { keyId, shownLoanId, reason, holderId }: DirectReturn,
): Promise<ReturnResponse> {
  const order: TakeBackOptions = {
    desk: caller,
    returner: caller,
    way: isDesk(caller.role) ? 'desk' : 'self-service',
    method: 'direct',
    action: 'return',
    reason: reason ?? null,
  };
  const committed = await twoRoundTripTransaction(
    deps.db,
    (tx) => loadForHandover(tx, [keyId], caller.id),
    (seen) => toDecision(planTakeBackOne(seen, { shownLoanId, holderId }, order)),
  );
  return toReturnResponse(publish(deps, committed), caller);
}

/** Collects a key from whoever has it. */
export async function collectKey(
  deps: HandoverDeps,
  caller: User,
  order: { keyId: string; shownLoanId?: string | undefined; reason?: string | undefined },
) {
  requireDesk(deps, caller);
  const { data } = await takeBackDirectly(deps, caller, order);
  const { key, originalUser } = data;
  return {
    success: true as const,
    message: `Key ${key.keyNumber} (${key.keyName}) collected successfully`,
    data: {
      key: isDesk(caller.role) ? key : hideHolderEmail(key),
      originalUser: isDesk(caller.role)
        ? originalUser
        : { id: originalUser.id, name: originalUser.name },
      returnedBy: { id: caller.id, name: caller.name },
      reason: order.reason ?? null,
    },
  };
}
