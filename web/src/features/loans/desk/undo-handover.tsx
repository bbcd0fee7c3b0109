import type { Key } from '@keydesk/shared/keys/key';
import { isUndoable } from '@keydesk/shared/loans/undo';
import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { useNow } from '../../../lib/clock.ts';
import { useDeskComputer, useUser } from '../../../lib/session.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { showError, showSuccess } from '../../../ui/toast/show-toast.ts';
import { useTakeIn } from '../../keys/queries.ts';

/** What can be undone: which side of a loan, and of which key. */
export type Undoable = {
  loanId: string;
  keyId: string;
  keyNumber: string;
  handover: 'hand-out' | 'return';
  /** ISO instant. */
  at: string;
};

type UndoButtonProps = {
  undoable: Undoable;
  onUndone: (undone: Undoable) => void;
  className?: string;
};

const labels = { 'hand-out': 'Not there', return: 'Not here' };

/** Undoes a handover that was recorded here, for as long as that can be done. */
export function UndoButton({ undoable, onUndone, className }: UndoButtonProps) {
  const { loanId, keyNumber, handover, at } = undoable;
  const now = useNow();
  const takeIn = useTakeIn();
  const undoing = useMutation({
    mutationFn: () =>
      call(api.undoHandover, { params: { id: loanId }, body: { reason: 'not-there', handover } }),
    onSuccess: ({ data }) => {
      takeIn(data.key);
      showSuccess(undoneText(data.key));
      onUndone(undoable);
    },
    onError: (cause) => showError(getErrorMessage(cause)),
  });
  if (!isUndoable(Date.parse(at), now)) return null;
  return (
    <OnDutyButton
      variant="secondary"
      busy={undoing.isPending}
      aria-label={`${labels[handover]}: key ${keyNumber}`}
      onClick={() => undoing.mutate()}
      className={className}
    >
      {!undoing.isPending && <Undo2 aria-hidden className="size-4" />}
      {labels[handover]}
    </OnDutyButton>
  );
}

function undoneText({ keyNumber, takenBy }: Key): string {
  return takenBy
    ? `Key ${keyNumber} is still with ${takenBy.name}`
    : `Key ${keyNumber} was not handed over`;
}

/** Whether a handover was recorded where somebody stands now, as only that desk undoes it. */
export function useIsOfThisDesk(): (done: {
  deskId: string | null;
  guardId: string | null;
}) => boolean {
  const user = useUser();
  const here = useDeskComputer()?.desk.id ?? null;
  return ({ deskId, guardId }) =>
    deskId === null ? guardId === (user?.id ?? null) : deskId === here;
}
