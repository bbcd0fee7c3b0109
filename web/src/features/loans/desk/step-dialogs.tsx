import type { RefusedAccess } from '@keydesk/shared/access/refused-access';
import type { KeyElsewhere } from '@keydesk/shared/keys/key-place';
import type { NeededTag } from '@keydesk/shared/loans/decide';
import { CircleAlert, Hand, MapPin, ScanLine, ShieldAlert, Tag } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { restsAtOtherDesk, useDesks } from '../../../lib/campus.ts';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { ActionButton, OfflineNotice } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { OverrideForm, VerdictNotice } from '../../access/verdict.tsx';
import { KeyHeading, LargeHook, LateFor } from './dialog-parts.tsx';
import type { ReturnDetails } from './handover-result.ts';
import type { ScanStep, ScanTask, TagNotice } from './scan-machine.ts';

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

type RefusedDialogProps = {
  step: ScanStep;
  onOverride: (reason: string) => void;
  onClose: () => void;
  closeLabel: string;
};

/** Why somebody may not take the key that they show a code for; the desk may override it. */
export function RefusedDialog({ step, onOverride, onClose, closeLabel }: RefusedDialogProps) {
  const close = useRef<HTMLButtonElement>(null);
  const current = refusedOf(step);
  const shown = useLastNonNull(current);
  const working = step.name === 'working';
  return (
    <Dialog
      open={current !== null}
      onClose={onClose}
      insistent
      title={<span className="text-2xl">Do not hand over</span>}
      popup={{ initialFocus: close }}
      actions={
        <Button
          ref={close}
          size="large"
          onClick={onClose}
          disabled={working}
          className="sm:min-w-32"
        >
          {closeLabel}
        </Button>
      }
    >
      {shown && (
        <div className="flex flex-col gap-5">
          <div>
            <KeyHeading {...shown.key} />
            {shown.spot && <LargeHook spot={shown.spot} />}
          </div>
          <p className="text-muted">
            Asked for by
            <span className="block text-xl font-semibold text-ink wrap-anywhere">
              {shown.holder.name}
            </span>
          </p>
          <VerdictNotice verdict={shown.verdict} />
          {shown.mayOverride && (
            <OverrideForm key={shown.key.keyId} busy={working} onOverride={onOverride} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function refusedOf(step: ScanStep): RefusedAccess | null {
  if (step.name === 'refused') return step.refused;
  if (step.name !== 'working' || step.work.task !== 'hand-out') return null;
  return step.work.refused ?? null;
}

type ScanTagDialogProps = { step: ScanStep; onCancel: () => void };

/** Asks for the tag of the key that is about to leave. The camera or the USB scanner reads it. */
export function ScanTagDialog({ step, onCancel }: ScanTagDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const current = tagStepOf(step);
  const shown = useLastNonNull(current);
  const working = step.name === 'working';
  return (
    <Dialog
      open={current !== null}
      onClose={onCancel}
      insistent
      title={<span className="text-2xl">Scan the tag of {shown?.needed.key.keyNumber}</span>}
      popup={{ initialFocus: cancel }}
      actions={
        <Button
          ref={cancel}
          variant="secondary"
          size="large"
          onClick={onCancel}
          aria-disabled={working}
          className="sm:min-w-32"
        >
          Cancel
        </Button>
      }
    >
      {shown && (
        <div className="flex flex-col gap-5">
          <KeyHeading {...shown.needed.key} />
          {shown.needed.spot && <LargeHook spot={shown.needed.spot} />}
          <p className="flex gap-2.5 text-lg/snug font-medium text-pretty wrap-anywhere">
            <Tag aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
            {shown.needed.holder.name} asked for this key. Hold its tag up to the scanner.
          </p>
          {shown.notice && <TagNoticeText notice={shown.notice} />}
        </div>
      )}
    </Dialog>
  );
}

function tagStepOf(step: ScanStep): { needed: NeededTag; notice?: TagNotice | null } | null {
  if (step.name === 'checking-tag') return step;
  return step.name === 'working' && isWithTag(step.work) ? step.work : null;
}

/** The work itself, not a copy: what was shown last is told apart by identity. */
function isWithTag(work: ScanTask): work is ScanTask & { needed: NeededTag } {
  return work.task === 'hand-out' && work.needed !== undefined;
}

function TagNoticeText({ notice }: { notice: TagNotice }) {
  return notice.kind === 'wrong-tag' ? (
    <Notice tone="error" icon={<CircleAlert aria-hidden />} scrollsIntoView>
      <span className="text-lg/snug font-semibold">{notice.message}</span>
    </Notice>
  ) : (
    <Notice tone="info" icon={<ScanLine aria-hidden />} scrollsIntoView>
      Another code was scanned. Scan the tag or cancel first, then scan it again.
    </Notice>
  );
}

type ElsewhereDialogProps = {
  step: ScanStep;
  onIsHere: () => void;
  onClose: () => void;
  closeLabel: string;
};

/** A key that somebody shows a code for is recorded to be at another desk; this desk may have it. */
export function ElsewhereDialog({ step, onIsHere, onClose, closeLabel }: ElsewhereDialogProps) {
  const close = useRef<HTMLButtonElement>(null);
  const current = elsewhereOf(step);
  const shown = useLastNonNull(current);
  const working = step.name === 'working';
  return (
    <Dialog
      open={current !== null}
      onClose={onClose}
      insistent
      title={
        <span className="inline-flex items-center gap-2 text-2xl text-out">
          <MapPin aria-hidden className="size-8 shrink-0" />
          At another desk
        </span>
      }
      popup={{ initialFocus: close }}
      actions={
        <>
          <ActionButton variant="secondary" size="large" busy={working} onClick={onIsHere}>
            It is here
          </ActionButton>
          <Button
            ref={close}
            size="large"
            onClick={onClose}
            aria-disabled={working}
            className="sm:min-w-32"
          >
            {closeLabel}
          </Button>
        </>
      }
    >
      {shown && (
        <div className="flex flex-col gap-5">
          <KeyHeading keyNumber={shown.key.keyNumber} keyName={shown.key.keyName} />
          <Notice tone="warning" icon={<MapPin aria-hidden />}>
            <span className="text-lg/snug font-semibold">{elsewhereMessage(shown)}</span>
          </Notice>
          <p className="text-muted">
            Asked for by
            <span className="block text-xl font-semibold text-ink wrap-anywhere">
              {shown.holder.name}
            </span>
          </p>
          <p>Their code stays good for two minutes.</p>
        </div>
      )}
    </Dialog>
  );
}

function elsewhereMessage({ key, recorded }: KeyElsewhere): string {
  return `Key ${key.keyNumber} ${recorded.verb} at ${recorded.deskName}.`;
}

function elsewhereOf(step: ScanStep): KeyElsewhere | null {
  if (step.name === 'elsewhere') return step.elsewhere;
  if (step.name !== 'working' || step.work.task !== 'hand-out') return null;
  return step.work.elsewhere ?? null;
}
