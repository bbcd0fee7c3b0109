import { CircleAlert, Hand, ScanLine, ShieldAlert } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { restsAtOtherDesk, useDesks } from '../../../lib/desks.ts';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { ActionButton, OfflineNotice } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyHeading } from '../key-heading.tsx';
import { LateFor } from '../late-for.tsx';
import type { ScanStep } from './machine.ts';
import type { ReturnDetails } from './results.ts';

type ConfirmReturnDialogProps = {
  step: ScanStep;
  onConfirm: () => void;
  /** The desk collects the key instead, which the code's owner does not have. */
  onCollect: () => void;
  onCancel: () => void;
  /** A moment in words, to follow "since". */
  sinceText: (instant: string) => string;
};

/** Asks for confirmation before a key is taken back by a return code, if that can be done. */
export function ConfirmReturnDialog(props: ConfirmReturnDialogProps) {
  const { step, onConfirm, onCollect, onCancel, sinceText } = props;
  const main = useRef<HTMLButtonElement>(null);
  const current = detailsOf(step);
  const details = useLastNonNull(current);
  const busy = step.name === 'working';
  const choice = details?.choice;
  const elsewhere = restsAtOtherDesk(details?.item ?? {}, useDesks());
  useLayoutEffect(() => {
    // Another code may be scanned while this is open.
    if (choice) main.current?.focus();
  }, [choice]);
  return (
    <Dialog
      open={current !== null}
      onClose={onCancel}
      insistent
      title={
        <span className="text-2xl">{choice === 'confirm' ? 'Confirm Return' : 'Return Code'}</span>
      }
      popup={{ initialFocus: main }}
      actions={
        choice === 'nothing' ? (
          <Button ref={main} size="large" onClick={onCancel} className="sm:min-w-32">
            OK
          </Button>
        ) : (
          <>
            <Button variant="secondary" size="large" onClick={onCancel} aria-disabled={busy}>
              Cancel
            </Button>
            {choice === 'collect' ? (
              <Button ref={main} size="large" onClick={onCollect} className="sm:min-w-32">
                Collect
              </Button>
            ) : (
              <ActionButton ref={main} size="large" busy={busy} onClick={onConfirm}>
                Confirm Return
              </ActionButton>
            )}
          </>
        )
      }
    >
      {details && (
        <div className="flex flex-col gap-5">
          <KeyHeading {...details} />
          <ReturnFacts details={details} sinceText={sinceText} />
          {choice === 'confirm' && <OfflineNotice />}
          {choice === 'nothing' && (
            <Notice tone="warning" icon={<Hand aria-hidden />}>
              This key is already at {elsewhere?.name ?? 'the desk'}.
            </Notice>
          )}
          {choice === 'collect' && (
            <Notice tone="warning" icon={<CircleAlert aria-hidden />}>
              This code is {details.personName}’s, who does not have the key any more.
            </Notice>
          )}
          {!details.attested && choice === 'confirm' && (
            <Notice tone="warning" icon={<ShieldAlert aria-hidden />}>
              This code was not issued by this server. The key will be collected by the desk.
            </Notice>
          )}
          {step.name === 'confirming' && step.notice?.kind === 'wrong-tag' && (
            <Notice tone="error" icon={<CircleAlert aria-hidden />} scrollsIntoView>
              <span className="text-lg/snug font-semibold">{step.notice.message}</span>
            </Notice>
          )}
          {step.name === 'confirming' && step.notice?.kind === 'other-code' && (
            <Notice tone="info" icon={<ScanLine aria-hidden />} scrollsIntoView>
              Another code was scanned. Confirm or cancel this return first, then scan it again.
            </Notice>
          )}
        </div>
      )}
    </Dialog>
  );
}

function detailsOf(step: ScanStep) {
  if (step.name === 'confirming') return step.details;
  return step.name === 'working' && step.work.task === 'return' ? step.work.details : null;
}

/** Who has the key and since when. */
function ReturnFacts({ details, sinceText }: ReturnFactsProps) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      <Fact name={details.choice === 'confirm' ? 'Taken by' : 'Code of'}>
        <span className="block text-lg leading-6 font-semibold">{details.personName}</span>
        <span className="text-muted">{details.personEmail}</span>
        {details.personId && <span className="block text-muted">ID {details.personId}</span>}
      </Fact>
      {details.loanedTo && <Fact name="On loan to">{details.loanedTo}</Fact>}
      {details.takenAt && (
        <Fact name="Since">
          <span className="tabular-nums">{sinceText(details.takenAt)}</span>
          {details.due && <LateFor item={details.due} />}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3 py-2.5">
      <dt className="min-w-22 text-muted">{name}</dt>
      <dd className="min-w-0 flex-[1_1_8rem] wrap-anywhere">{children}</dd>
    </div>
  );
}

type ReturnFactsProps = { details: ReturnDetails; sinceText: (instant: string) => string };
