import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/handovers';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t as noteText } from '@keydesk/shared/texts/en/notes';
import { MessageCircleWarning } from 'lucide-react';
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { untilText } from '../../../lib/due.ts';
import { useLastNonNull, useMinimumDisplay } from '../../../lib/hooks.ts';
import { OfflineNotice, OnDutyButton, useFailureOnline } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Email } from '../../../ui/email.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { ConditionNotice } from '../incidents/condition-notice.tsx';
import { type CollectStep, collectedKey } from './collect-step.ts';
import { KeyHeading, LargeHook, LateFor } from './dialog-parts.tsx';
import { isTakenBack } from './handover.ts';
import { LoanChanged } from './handover-result.ts';

type CollectDialogProps = {
  step: CollectStep | null;
  busy: boolean;
  onClose: () => void;
  onCollect: (reason: string) => void;
};

export function CollectDialog({ step, busy, onClose, onCollect }: CollectDialogProps) {
  const [reason, setReason] = useState('');
  const last = useLastNonNull(step);
  const shown = last && collectedKey(last);
  const ended = step && !busy && isTakenBack(step.now, step.key) ? step.now : null;
  const failure = useFailureOnline(step?.failure ?? null);
  const lentOn = step?.failure?.lentOn ?? null;
  const isRead = useMinimumDisplay(step?.key._id ?? null);
  const formId = useId();
  const collectButton = useRef<HTMLButtonElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const isOpen = step !== null;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setReason('');
  }
  const hasEnded = ended !== null;
  useLayoutEffect(() => {
    // A second Enter must not collect from a holder whose name the guard has not read.
    if (hasEnded || lentOn) cancelButton.current?.focus();
  }, [hasEnded, lentOn]);
  const endedText = ended?.loanId === null ? t('is-back') : null;
  const refusal = ended ? (endedText ?? new LoanChanged(ended).message) : failure?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCollect(reason);
  };
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      unsaved={reason !== '' && !ended}
      title={t('collect-key')}
      popup={{ initialFocus: collectButton }}
      actions={
        <>
          <Button ref={cancelButton} variant="secondary" size="large" onClick={onClose}>
            {actionText(ended ? 'ok' : 'cancel')}
          </Button>
          {!ended && (
            <OnDutyButton
              ref={collectButton}
              type="submit"
              form={formId}
              size="large"
              busy={busy}
              onClick={(press) => isRead(press) || press.preventDefault()}
            >
              {t('collect')}
            </OnDutyButton>
          )}
        </>
      }
    >
      {shown && (
        <form id={formId} onSubmit={submit} className="flex flex-col gap-5">
          <div>
            <KeyHeading {...shown} />
            <LargeHook place={shown} />
          </div>
          {shown.takenBy && (
            <div className="border-y border-line py-3 text-muted">
              {keyText('taken-by')}{' '}
              <span className="block text-xl font-semibold text-ink">{shown.takenBy.name}</span>
              {shown.takenBy.email && (
                <span className="block wrap-anywhere">
                  <Email>{shown.takenBy.email}</Email>
                </span>
              )}
              {shown.takenAt && keyText('since', { when: untilText(shown.takenAt) })}
              <LateFor item={shown} />
            </div>
          )}
          {shown.takenBy?.disputed && (
            <Notice tone="warning" icon={<MessageCircleWarning aria-hidden />}>
              {t('is-disputed')}
            </Notice>
          )}
          <ConditionNotice item={shown} />
          <TextField
            label={noteText('reason-optional')}
            value={reason}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => setReason(event.target.value)}
          />
          <OfflineNotice />
          <ErrorNotice cause={refusal} />
        </form>
      )}
    </Dialog>
  );
}
