import type { LoanToRemind } from '@keydesk/shared/handovers/loan';
import { formatMinutes, minutesUntilReminder } from '@keydesk/shared/notifications/reminder';
import { useMutation } from '@tanstack/react-query';
import { BellRing, Check } from 'lucide-react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';

type RemindButtonProps = {
  loan: Pick<LoanToRemind, 'loanId' | 'keyNumber' | 'holder' | 'remindedAt'>;
  /** The server's time in milliseconds. */
  now: number;
  onReminded: (loanId: string, remindedAt: string) => void;
  onRefused: () => void;
};

/** Sends the holder a reminder; then it says so until another one can be sent. */
export function RemindButton(props: RemindButtonProps) {
  const { loan, now, onReminded, onRefused } = props;
  const { loanId, keyNumber, holder, remindedAt } = loan;
  const sending = useMutation({
    mutationFn: () => call(api.remindHolder, { params: { id: loanId } }),
    onSuccess: ({ data }) => {
      onReminded(loanId, data.remindedAt);
      showSuccess(`${holder.name} was reminded of key ${keyNumber}`);
    },
    onError: (cause) => {
      showError(getErrorMessage(cause));
      onRefused();
    },
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
        title={`You can remind them again in ${formatMinutes(wait)}.`}
        className="min-w-30"
      >
        <Check aria-hidden className="size-4" />
        Reminded
      </ActionButton>
    );
  return (
    <ActionButton
      variant="secondary"
      size="small"
      busy={sending.isPending}
      aria-label={`Remind ${holder.name} of key ${keyNumber}`}
      onClick={() => sending.mutate()}
      className="min-w-30"
    >
      {!sending.isPending && <BellRing aria-hidden className="size-4" />}
      Remind
    </ActionButton>
  );
}
