import type { Key } from '@keydesk/shared/keys/key';
import { actions } from '@keydesk/shared/texts/en/actions';
import { handovers } from '@keydesk/shared/texts/en/handovers';
import { keys } from '@keydesk/shared/texts/en/keys';
import { notes } from '@keydesk/shared/texts/en/notes';
import { translator } from '@keydesk/shared/texts/translator';
import { useMutation } from '@tanstack/react-query';
import { MessageCircleWarning } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { getErrorMessage } from '../../../lib/api.ts';
import { useLastNonNull, useMinimumDisplay } from '../../../lib/hooks.ts';
import { OfflineNotice, OnDutyButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { formatSince } from '../../keys/key-parts.tsx';
import { onKeyChange, useCurrentKey, useRefetchKeys } from '../../keys/queries.ts';
import { ConditionNotice } from '../incidents/condition-notice.tsx';
import { playFeedback } from '../scanner/feedback.ts';
import { KeyHeading, LargeHook, LateFor } from './dialog-parts.tsx';
import { isTakenBack } from './handover.ts';
import { LoanChanged, takeBack } from './handover-calls.ts';
import type { HandoverResult } from './handover-result.ts';

const noteText = translator(notes);

const t = translator(handovers);
const keyText = translator(keys);
const actionText = translator(actions);

type CollectDialogProps = {
  /** The key to collect; its loan is the one shown. Null closes the dialog. */
  item: Key | null;
  /** The text of its tag, if that was scanned. */
  tag?: string | undefined;
  onClose: () => void;
  /** The key is back; this closes the dialog too. */
  onCollected: (outcome: HandoverResult) => void;
};

/** Collecting a key by hand: asks for confirmation and an optional reason, then collects it. */
export function CollectDialog({ item, tag, onClose, onCollected }: CollectDialogProps) {
  const refetchKeys = useRefetchKeys();
  const [reason, setReason] = useState('');
  const [changed, setChanged] = useState<Key | null>(null);
  /** That the loan shown has ended elsewhere: there is nothing left to collect. */
  const [ended, setEnded] = useState<string | null>(null);
  const current = useLatestOf(item && (changed ?? item));
  const shown = useLastNonNull(current);
  const isRead = useMinimumDisplay(item);
  const formId = useId();
  /** The key as events told while the answer was awaited. */
  const lastTold = useRef<Key | null>(null);
  const collectButton = useRef<HTMLButtonElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const clear = () => {
    setReason('');
    setChanged(null);
    setEnded(null);
    lastTold.current = null;
    collect.reset();
  };
  const close = () => {
    clear();
    onClose();
  };
  /** The loan that the dialog showed must still be open. */
  const collect = useMutation({
    mutationFn: takeBack,
    onSuccess: (outcome) => {
      clear();
      onCollected(outcome);
      refetchKeys();
    },
    onError: (cause) => {
      playFeedback('failure');
      if (!(cause instanceof LoanChanged)) return sayIfEnded(lastTold.current);
      setChanged(cause.key);
      // A second Enter must not collect from somebody whose name nobody has read yet.
      cancelButton.current?.focus();
    },
  });
  const sayIfEnded = (key: Key | null) => {
    if (!key || current?._id !== key._id || !isTakenBack(key, current)) return;
    collect.reset();
    setEnded(key.loanId === null ? t('is-back') : new LoanChanged(key).message);
    cancelButton.current?.focus();
  };
  const follow = useEffectEvent((key: Key) => {
    lastTold.current = key;
    // The answer to a collection under way says more.
    if (!collect.isPending) sayIfEnded(key);
  });
  const shownId = useEffectEvent(() => current?._id);
  useEffect(() => onKeyChange(follow, shownId), []);
  const refusal = ended ?? (collect.error && getErrorMessage(collect.error));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (current && !ended && !collect.isPending) collect.mutate({ item: current, reason, tag });
  };
  return (
    <Dialog
      open={item !== null}
      onClose={close}
      title={<span className="text-2xl">{t('collect-key')}</span>}
      popup={{ initialFocus: collectButton }}
      actions={
        <>
          <Button ref={cancelButton} variant="secondary" size="large" onClick={close}>
            {actionText(ended ? 'ok' : 'cancel')}
          </Button>
          {!ended && (
            <OnDutyButton
              ref={collectButton}
              type="submit"
              form={formId}
              size="large"
              busy={collect.isPending}
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
            <LargeHook spot={shown} />
          </div>
          {shown.takenBy && (
            <div className="border-y border-line py-3 text-muted">
              {keyText('taken-by')}{' '}
              <span className="block text-lg font-semibold text-ink">{shown.takenBy.name}</span>
              {shown.takenBy.email && (
                <span className="block wrap-anywhere">{shown.takenBy.email}</span>
              )}
              {shown.takenAt && keyText('since', { when: formatSince(shown.takenAt) })}
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

/** The same key with what changed since while its loan stayed, such as a dispute. */
function useLatestOf(shown: Key | null): Key | null {
  const now = useCurrentKey(shown);
  return now?.loanId === shown?.loanId ? now : shown;
}
