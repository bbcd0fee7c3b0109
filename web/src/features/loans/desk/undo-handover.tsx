import { may } from '@keydesk/shared/http/roles';
import type { UndoReason } from '@keydesk/shared/loans/loan';
import { isUndoable, mayUndoAt } from '@keydesk/shared/loans/undo';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { chosenDeskId, useDesks } from '../../../lib/campus.ts';
import { useNow } from '../../../lib/clock.ts';
import { useUser } from '../../../lib/session.ts';
import { ActionButton, OnDutyButton } from '../../../ui/action-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
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
  /** Of a batch all of its keys. */
  undoables: readonly Undoable[];
  onUndone: (undone: Undoable) => void;
  className?: string;
};

/** Undoes a handover that was recorded here, for as long as that can be done, and asks why. */
export function UndoButton({ undoables, onUndone, className }: UndoButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const now = useNow();
  const possible = undoables.filter(({ at }) => isUndoable(Date.parse(at), now));
  const [first, ...others] = possible;
  if (!first) return null;
  const what = others.length === 0 ? `key ${first.keyNumber}` : `${possible.length} keys`;
  return (
    <>
      <OnDutyButton
        variant="quiet"
        aria-label={`Undo: ${what}`}
        onClick={() => setIsOpen(true)}
        className={className}
      >
        Undo
      </OnDutyButton>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Undo: ${what}`}
        description={texts[first.handover]}
      >
        <ul className="flex flex-col divide-y divide-line">
          {possible.map((undoable) => (
            <li key={undoable.loanId} className="flex flex-col gap-2 py-2">
              {others.length > 0 && <KeyNumber number={undoable.keyNumber} />}
              <UndoChoices
                undoable={undoable}
                onUndone={(undone) => {
                  if (others.length === 0) setIsOpen(false);
                  onUndone(undone);
                }}
              />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

const texts = {
  'hand-out':
    'Tells the person who was to get the key. The hand-out stays in the history as undone.',
  return:
    'Records the key as with its holder again, and tells them. The return stays in the history as undone.',
};

type Choice = { reason: UndoReason; label: string; text?: string };

const choices: Record<Undoable['handover'], readonly Choice[]> = {
  'hand-out': [
    { reason: 'not-there', label: 'Key is not on its hook', text: 'Also reports it missing' },
    { reason: 'mistake', label: 'Wrong scan' },
  ],
  return: [{ reason: 'not-there', label: 'Key is not here' }],
};

type UndoChoicesProps = { undoable: Undoable; onUndone: (undone: Undoable) => void };

function UndoChoices({ undoable, onUndone }: UndoChoicesProps) {
  const { loanId, keyNumber, handover } = undoable;
  const takeIn = useTakeIn();
  const undoing = useMutation({
    mutationFn: (reason: UndoReason) =>
      call(api.undoHandover, {
        params: { id: loanId },
        body: { reason, handover, atDeskId: chosenDeskId() },
      }),
    onSuccess: ({ data, message }) => {
      takeIn(data.key);
      showSuccess(message ?? 'Undone.');
      onUndone(undoable);
    },
    onError: (cause) => showError(getErrorMessage(cause)),
  });
  return choices[handover].map(({ reason, label, text }) => (
    <ActionButton
      key={reason}
      variant="secondary"
      busy={undoing.isPending && undoing.variables === reason}
      aria-label={`${label}: key ${keyNumber}${text ? `. ${text}` : ''}`}
      onClick={() => !undoing.isPending && undoing.mutate(reason)}
      className="h-auto min-h-11 w-full flex-col items-start py-2 text-left"
    >
      {label}
      {text && <span className="text-sm font-normal text-muted">{text}</span>}
    </ActionButton>
  ));
}

/** Whether the reader may undo what was recorded at a desk, from where they stand. */
export function useMayUndo(): (done: { deskId: string | null }) => boolean {
  const isAdmin = may(useUser()?.role ?? 'pending', 'administer');
  const desks = useDesks();
  const by = { isAdmin, deskId: desks?.here?.id ?? null, isOnlyDesk: desks === null };
  return ({ deskId }) => mayUndoAt(deskId, by);
}
