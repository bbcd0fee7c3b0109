import { appError } from '@keydesk/shared/core/errors';
import { isDesk } from '@keydesk/shared/http/roles';
import type { Proofs } from '@keydesk/shared/loans/decide';
import type { User } from '@keydesk/shared/people/user';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import { hideFromHolder, hideFromOthers } from '../../core/live/key-readers.ts';
import { twoRoundTripTransaction } from '../../db/client.ts';
import { accessPolicyOf } from '../access/index.ts';
import { presentKey } from '../keys/index.ts';
import { type DeskPlace, planHandOut } from './hand-out.ts';
import { loadForHandOut, loadForReturn } from './queries.ts';
import {
  planTakeBackOne,
  type ReturnResponse,
  type TakeBackOptions,
  toReturnResponse,
} from './take-back.ts';
import { type DeskUser, type HandoverDeps, publish, toDecision } from './transaction.ts';

/** Hands a key to the caller without a code; a required tag must still be scanned. */
export async function takeDirectly(
  deps: HandoverDeps,
  caller: DeskUser,
  { keyId, atDeskId, ...proofs }: DirectTake,
) {
  requireDesk(deps, caller);
  const committed = await twoRoundTripTransaction(
    deps.db,
    (tx) => loadForHandOut(tx, { keyId, personId: caller.id, ...proofs }, accessPolicyOf(deps)),
    (context) =>
      toDecision(
        planHandOut(context, {
          desk: caller,
          due: deps.due,
          method: 'direct',
          action: 'take',
          identifiedBy: null,
          tags: deps.deskSettings(),
          proofs,
          place: { atDeskId, desks: deps.desks() },
        }),
      ),
  );
  const { key, recordedAtDeskId } = publish(deps, committed);
  return {
    success: true as const,
    message: answer('key-taken', key),
    data: { key: presentKey(key, isDesk(caller.role) ? 'desk' : 'holder'), recordedAtDeskId },
  };
}

type DirectTake = Proofs & Omit<DeskPlace, 'desks'> & { keyId: string };

/** `through-the-desk` */
function requireDesk(deps: HandoverDeps, caller: User): void {
  if (!isDesk(caller.role) && !deps.selfService) throw appError('USE_THE_DESK');
}

type DirectReturn = {
  keyId: string;
  shownLoanId?: string | undefined;
  reason?: string | undefined;
  /** The text of the key's tag, if it was scanned. */
  tag?: string | undefined;
  holderId?: string;
};

/** Returns any key for the desk; with self-service, people return their own. */
export async function returnDirectly(deps: HandoverDeps, caller: DeskUser, keyId: string) {
  requireDesk(deps, caller);
  const own = isDesk(caller.role) ? {} : { holderId: caller.id };
  const { message, data } = await takeBackDirectly(deps, caller, { keyId, ...own });
  const key = isDesk(caller.role) ? data.key : hideFromHolder(data.key);
  return { success: true as const, message, data: { key } };
}

async function takeBackDirectly(
  deps: HandoverDeps,
  caller: DeskUser,
  { keyId, shownLoanId, reason, tag, holderId }: DirectReturn,
): Promise<ReturnResponse> {
  const options: TakeBackOptions = {
    desk: caller,
    returner: caller,
    way: isDesk(caller.role) ? 'desk' : 'self-service',
    method: 'direct',
    action: 'return',
    reason: reason ?? null,
  };
  const committed = await twoRoundTripTransaction(
    deps.db,
    (tx) => loadForReturn(tx, [keyId], caller.id, tag),
    (context) =>
      toDecision(
        planTakeBackOne(
          context,
          { shownLoanId, holderId },
          { ...options, tags: deps.deskSettings() },
        ),
      ),
  );
  return toReturnResponse(publish(deps, committed), caller);
}

export async function collectKey(
  deps: HandoverDeps,
  caller: DeskUser,
  request: Omit<DirectReturn, 'holderId'>,
) {
  requireDesk(deps, caller);
  const { data } = await takeBackDirectly(deps, caller, request);
  const { key, originalUser, waiting, waitingNames } = data;
  return {
    success: true as const,
    message: answer('key-collected', key),
    data: {
      key: isDesk(caller.role) ? key : hideFromOthers(key),
      originalUser: isDesk(caller.role)
        ? originalUser
        : { id: originalUser.id, name: originalUser.name },
      returnedBy: { id: caller.id, name: caller.name },
      reason: request.reason ?? null,
      waiting,
      ...(isDesk(caller.role) && { waitingNames }),
    },
  };
}
