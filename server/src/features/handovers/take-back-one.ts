import { refusal } from '@keydesk/shared/errors';
import { decideTakeBack, type TakeBackWish } from '@keydesk/shared/handovers/decide';
import type { Person } from '@keydesk/shared/handovers/handovers.routes';
import type { Key } from '@keydesk/shared/keys/key';
import type { User } from '@keydesk/shared/users/user';
import { presentKey } from '../keys/keys.presenter.ts';
import { personOf } from './handover-deps.ts';
import { lockedKey } from './locked-key.ts';
import type { Plan } from './plan.ts';
import type { Seen } from './seen.ts';
import { planTakeBack, type TakeBack, type TakeBackOrder } from './take-back.ts';

export type ReturnAnswer = {
  success: true;
  message: string;
  data: { key: Key; originalUser: Person; scannedBy: Person };
};

/**
 * The end of the one locked key's loan.
 * @throws the refusal, if the rules do not allow it.
 */
export const planTakeBackOne = (
  { keys: [key], now }: Seen,
  wish: TakeBackWish,
  order: TakeBackOrder,
): Plan<TakeBack> => {
  const verdict = decideTakeBack(key && lockedKey(key), wish);
  if (!verdict.allowed) throw verdict.refusal;
  return planTakeBack(key ? [key] : [], now, order);
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
