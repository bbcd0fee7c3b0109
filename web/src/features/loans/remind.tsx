import { quietsReminders } from '@keydesk/shared/keys/incident-kinds';
import type { Key } from '@keydesk/shared/keys/key';
import type { LoanToRemind } from '@keydesk/shared/loans/loan';
import { formatMinutes, minutesUntilReminder } from '@keydesk/shared/loans/overdue';
import { t } from '@keydesk/shared/texts/en/overdue';
import { BellRing, Check } from 'lucide-react';
import { useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { useNow } from '../../lib/clock.ts';
import { ActionButton, OnDutyButton } from '../../ui/action-button.tsx';
import { useChange } from '../../ui/use-change.ts';
import { ConditionPill, DisputedPill } from '../keys/key-parts.tsx';

type RemindHolderProps = {
  item: Key;
  /** Called on a refusal: the key may be back. */
  onRefused: () => void;
};

/** Empty if no one has the key, if the loan is disputed, or if the key was reported lost. */
export function RemindHolder({ item, onRefused }: RemindHolderProps) {
  const { loanId, keyNumber, takenBy } = item;
  if (!loanId || !takenBy || takenBy.disputed || quietsReminders(item.condition)) return null;
  const holder = { id: takenBy.userId, name: takenBy.name };
  return <RemindButton key={loanId} loan={{ loanId, keyNumber, holder }} onRefused={onRefused} />;
}

type RemindableLoan = Pick<LoanToRemind, 'loanId' | 'keyNumber' | 'holder'>;

type RemindOptions = {
  onReminded?: (loanId: string, remindedAt: string) => void;
  onRefused: () => void;
};

/** Sends the holder of a loan a reminder. */
export function useRemind({ onReminded, onRefused }: RemindOptions) {
  return useChange(
    ({ loanId }: RemindableLoan) => call(api.remindHolder, { params: { id: loanId } }),
    {
      says: ({ holder, keyNumber }) => t('was-reminded', { name: holder.name, keyNumber }),
      onDone: ({ data }, { loanId }) => onReminded?.(loanId, data.remindedAt),
      failure: getErrorMessage,
      refetch: (_client, { refused }) => refused && onRefused(),
    },
  );
}

type ReminderProps = RemindOptions & {
  loan: RemindableLoan & Pick<LoanToRemind, 'disputed' | 'lost'> & { remindedAt?: string | null };
};

export function Reminder(props: ReminderProps) {
  const { disputed, lost } = props.loan;
  if (disputed) return <DisputedPill />;
  if (lost) return <ConditionPill condition="lost" />;
  return <RemindButton {...props} />;
}

function RemindButton({ loan, onReminded, onRefused }: ReminderProps) {
  const [sentAt, setSentAt] = useState<string | null>(null);
  const now = useNow();
  const { keyNumber, holder, remindedAt = sentAt } = loan;
  const sending = useRemind({
    onReminded: (id, at) => {
      setSentAt(at);
      onReminded?.(id, at);
    },
    onRefused,
  });
  const wait = minutesUntilReminder(
    remindedAt === null ? null : new Date(remindedAt),
    new Date(now),
  );
  if (wait > 0)
    return (
      <ActionButton
        variant="quiet"
        size="small"
        aria-disabled
        title={t('remind-again-in', { wait: formatMinutes(wait) })}
        className="min-w-30"
      >
        <Check aria-hidden className="size-4" />
        {t('reminded')}
      </ActionButton>
    );
  return (
    <OnDutyButton
      variant="secondary"
      size="small"
      busy={sending.isPending}
      aria-label={t('remind-holder', { name: holder.name, keyNumber })}
      onClick={() => sending.mutate(loan)}
      className="min-w-30"
    >
      {!sending.isPending && <BellRing aria-hidden className="size-4" />}
      {t('remind')}
    </OnDutyButton>
  );
}
