import type { User } from '@keydesk/shared/people/user';
import type { OwnLoan } from '../../src/core/messages/messages.ts';

type KeyOfLoan = { id: string; keyNumber: string; keyName: string };

export function remindedLoan(
  { id, dueAt }: { id: string; dueAt?: Date | null | undefined },
  { id: keyId, keyNumber, keyName }: KeyOfLoan,
  { role: holderRole }: Pick<User, 'role'>,
): OwnLoan {
  return { id, dueAt: dueAt ?? null, keyId, keyNumber, keyName, holderRole };
}
