import { may } from '@keydesk/shared/http/roles';
import { type IdentifiedBy, wasFound } from '@keydesk/shared/loans/loan-kinds';
import { isUndoable, mayUndoAt } from '@keydesk/shared/loans/undo';
import { type UndoReason, undoReasonNames, undoReasons } from '@keydesk/shared/loans/undo-reasons';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/handovers';
import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { chosenDeskId, useDesks } from '../../../lib/campus.ts';
import { useNow } from '../../../lib/clock.ts';
import { useHasOpened } from '../../../lib/hooks.ts';
import { takeInKey } from '../../../lib/live/events.ts';
import { useUser } from '../../../lib/session.ts';
import { ActionButton, OnDutyButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { showError, showSuccess } from '../../../ui/toast/show-toast.ts';
import { KeyHeading, SheetLinks } from './dialog-parts.tsx';
import { useHandoverLog } from './handover-log-query.ts';

export type Undoable = {
  loanId: string;
  keyId: string;
  keyNumber: string;
  handover: 'hand-out' | 'return';
  /** ISO instant. */
  at: string;
  /** When it was entered, if later; the time to undo it runs from then. */
  recordedAt?: string | null | undefined;
};

type UndoButtonProps = {
  undoables: readonly Undoable[];
  onUndone: (undone: Undoable) => void;
  className?: string;
};

export function UndoButton({ undoables, onUndone, className }: UndoButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  // A busy desk has dozens of these, and a result waits until all of them are rendered.
  const hasOpened = useHasOpened(isOpen);
  const now = useNow();
  const log = useHandoverLog();
  const isDisputed = ({ loanId, handover }: Undoable) =>
    log?.some(
      (one) => one.loanId === loanId && one.kind === handover && (one.disputed || one.settled),
    );
  const possible = undoables.filter(
    (one) => isUndoable(Date.parse(one.recordedAt ?? one.at), now) && !isDisputed(one),
  );
  const [first, ...others] = possible;
  if (!first) return null;
  const title =
    others.length === 0 ? t('undo-key', first) : t('undo-keys', { count: possible.length });
  return (
    <>
      <OnDutyButton
        variant="quiet"
        aria-label={title}
        onClick={() => setIsOpen(true)}
        className={className}
      >
        {t('undo')}
      </OnDutyButton>
      {hasOpened && (
        <Dialog
          open={isOpen}
          onClose={() => setIsOpen(false)}
          sheet
          title={
            <span className="flex items-center gap-2 text-xl">
              <Undo2 aria-hidden className="size-6 shrink-0" />
              {t('undo-why')}
            </span>
          }
          actions={
            <SheetLinks>
              <Button variant="quiet" onClick={() => setIsOpen(false)}>
                {actionText('back')}
              </Button>
            </SheetLinks>
          }
        >
          {others.length === 0 && <KeyHeading keyNumber={first.keyNumber} />}
          <p className="mt-2 text-sm text-muted">{t(effects[first.handover])}</p>
          <ul className="flex flex-col divide-y divide-line">
            {possible.map((undoable) => (
              <li key={undoable.loanId} className="flex flex-col gap-3 py-3">
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
      )}
    </>
  );
}

const effects = { 'hand-out': 'undo-hand-out', return: 'undo-return' } as const;

type UndoChoicesProps = { undoable: Undoable; onUndone: (undone: Undoable) => void };

function UndoChoices({ undoable, onUndone }: UndoChoicesProps) {
  const { loanId, keyNumber, handover } = undoable;
  const undoing = useMutation({
    mutationFn: (reason: UndoReason) =>
      call(api.undoHandover, {
        params: { id: loanId },
        body: { reason, handover, atDeskId: chosenDeskId() },
      }),
    onSuccess: ({ data, message }) => {
      takeInKey(data.key);
      showSuccess(message ?? t('undone'));
      onUndone(undoable);
    },
    onError: (cause) => showError(getErrorMessage(cause)),
  });
  const choices = undoReasonNames.flatMap((reason) => {
    const choice = undoReasons[reason].choices[handover];
    return choice ? [{ reason, ...choice }] : [];
  });
  return choices.map(({ reason, label, effect }) => (
    <ActionButton
      key={reason}
      variant="secondary"
      size="large"
      busy={undoing.isPending && undoing.variables === reason}
      aria-label={
        effect
          ? t('undo-because-with', { reason: t(label), keyNumber, effect: t(effect) })
          : t('undo-because', { reason: t(label), keyNumber })
      }
      onClick={() => !undoing.isPending && undoing.mutate(reason)}
      className="w-full py-2"
    >
      <span>
        {t(label)}
        {effect && <span className="block text-sm font-normal text-muted">{t(effect)}</span>}
      </span>
    </ActionButton>
  ));
}

type Done = { deskId: string | null; identifiedBy?: IdentifiedBy | null };

/**
 * Whether the reader, at their current desk, may undo what was recorded at a desk. Only admins undo
 * what an admin found.
 */
export function useMayUndo(): (done: Done) => boolean {
  const isAdmin = may(useUser()?.role ?? 'pending', 'administer');
  const desks = useDesks();
  const by = { isAdmin, deskId: desks?.here?.id ?? null, isOnlyDesk: desks === null };
  return ({ deskId, identifiedBy = null }) =>
    mayUndoAt(deskId, by) && (isAdmin || !wasFound(identifiedBy));
}
