import type { Key } from '@keydesk/shared/keys/key';
import { parseKeyTag } from '@keydesk/shared/loans/key-tag';
import type { UsedCode } from '@keydesk/shared/loans/refused-handover';
import { CircleAlert, CircleCheck, IdCard, MapPin } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { restsAtOtherDesk, useDesks } from '../../../lib/campus.ts';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { CollectDialog } from './collect-dialog.tsx';
import { KeyHeading, LargeHook } from './dialog-parts.tsx';
import type { ScanFailure } from './handover-result.ts';
import { HandoverResultDialog } from './handover-result-dialog.tsx';
import type { ScanStep } from './scan-machine.ts';
import {
  ConfirmReturnDialog,
  ElsewhereDialog,
  RefusedDialog,
  ScanTagDialog,
} from './step-dialogs.tsx';
import type { ScanFlow } from './use-scan.ts';

type ScanDialogsProps = {
  flow: ScanFlow;
  sinceText: (instant: string) => string;
  /** A key whose tag was scanned has been collected. */
  onCollected: () => void;
  /** It could not be collected. */
  onFailed: () => void;
  /** Teaches a card that is nobody's yet; undefined where keys are lent by codes only. */
  onTeach: (() => void) | undefined;
};

/** The dialogs of the scan flow. */
export function ScanDialogs({ flow, sinceText, onCollected, onFailed, onTeach }: ScanDialogsProps) {
  const { step, camera } = flow.use();
  const dismiss = () => flow.send({ type: 'dismissed' });
  const tagged = step.name === 'showing-key' ? step.key : null;
  const tag = step.name === 'showing-key' && parseKeyTag(step.text) ? step.text : undefined;
  return (
    <>
      <CollectDialog
        item={tagged?.loanId ? tagged : null}
        tag={tag}
        onClose={dismiss}
        onCollected={(outcome) => {
          flow.send({ type: 'collected', outcome });
          onCollected();
        }}
        onFailed={onFailed}
        sinceText={sinceText}
      />
      <TaggedKeyDialog
        item={tagged?.loanId ? null : tagged}
        onClose={dismiss}
        closeLabel={camera ? 'Scan Next' : 'OK'}
      />
      <CardDialog
        step={step}
        onTeach={onTeach}
        onClose={dismiss}
        closeLabel={camera ? 'Scan Next' : 'OK'}
      />
      <ScanTagDialog step={step} onCancel={dismiss} />
      <RefusedDialog
        step={step}
        onOverride={(reason) => flow.send({ type: 'overridden', reason })}
        onClose={dismiss}
        closeLabel={camera ? 'Scan Next' : 'OK'}
      />
      <ElsewhereDialog
        step={step}
        onIsHere={() => flow.send({ type: 'is-here' })}
        onClose={dismiss}
        closeLabel={camera ? 'Scan Next' : 'OK'}
      />
      <ConfirmReturnDialog
        step={step}
        onConfirm={() => flow.send({ type: 'return-confirmed' })}
        onCollect={() => flow.send({ type: 'collect-chosen' })}
        onCancel={dismiss}
        sinceText={sinceText}
      />
      <HandoverResultDialog
        outcome={step.name === 'done' ? step.outcome : null}
        onClose={dismiss}
        closeLabel={camera ? 'Scan Next' : 'Done'}
      />
      <ScanErrorDialog
        failure={step.name === 'failed' ? step.failure : null}
        sinceText={sinceText}
        onRepeat={() => flow.send({ type: 'repeated' })}
        onCollect={() => flow.send({ type: 'collect-chosen' })}
        onClose={dismiss}
        closeLabel={camera ? 'Scan Next' : 'OK'}
      />
    </>
  );
}

/** The key whose tag was scanned, when it is at the desk. */
function TaggedKeyDialog({ item, onClose, closeLabel }: TaggedKeyDialogProps) {
  const shown = useLastNonNull(item);
  const elsewhere = restsAtOtherDesk(shown ?? {}, useDesks());
  const mainButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={item !== null}
      onClose={onClose}
      title={<span className="text-2xl">Key Tag</span>}
      popup={{ initialFocus: mainButton }}
      actions={
        <Button ref={mainButton} size="large" onClick={onClose} className="sm:min-w-32">
          {closeLabel}
        </Button>
      }
    >
      {shown && (
        <div className="flex flex-col gap-5">
          <div>
            <KeyHeading {...shown} />
            <LargeHook spot={shown} />
          </div>
          <p className="text-muted">
            <Facts>{`${shown.department} · Block ${shown.block}`}</Facts>
          </p>
          {shown.description && <p>{shown.description}</p>}
          {elsewhere ? (
            <Notice tone="warning" icon={<MapPin aria-hidden />}>
              This key is available, and recorded to be at {elsewhere.name}.
            </Notice>
          ) : (
            <Notice tone="success" icon={<CircleCheck aria-hidden />}>
              This key is available at the desk.
            </Notice>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** An ID card that is nobody's yet, or whose owner cannot be lent a key by it. */
function CardDialog({ step, onTeach, onClose, closeLabel }: CardDialogProps) {
  const mainButton = useRef<HTMLButtonElement>(null);
  const card = step.name === 'card-read' && (!step.person || !onTeach) ? step : null;
  const shown = useLastNonNull(card);
  const teach = shown?.person ? undefined : onTeach;
  const canTeach = teach !== undefined;
  useLayoutEffect(() => {
    // Whether cards can be taught may be known only while the dialog is open.
    if (canTeach) mainButton.current?.focus();
  }, [canTeach]);
  return (
    <Dialog
      open={card !== null}
      onClose={onClose}
      title={<span className="text-2xl">ID Card</span>}
      popup={{ initialFocus: mainButton }}
      actions={
        <>
          <Button
            ref={teach ? null : mainButton}
            variant={teach ? 'secondary' : 'primary'}
            size="large"
            onClick={onClose}
            className="sm:min-w-32"
          >
            {closeLabel}
          </Button>
          {teach && (
            <Button ref={mainButton} size="large" onClick={teach} className="sm:min-w-32">
              Teach
            </Button>
          )}
        </>
      }
    >
      <Notice tone="warning" icon={<IdCard aria-hidden />}>
        {shown?.person
          ? `This is the ID card of ${shown.person.name}. Here keys are handed out for codes only.`
          : 'This card is not known yet.'}
      </Notice>
    </Dialog>
  );
}

/** Why a scan failed. Stays open until it is closed or something else is scanned. */
function ScanErrorDialog(props: ScanErrorDialogProps) {
  const { failure, sinceText, onRepeat, onCollect, onClose, closeLabel } = props;
  const mainButton = useRef<HTMLButtonElement>(null);
  const shown = useLastNonNull(failure);
  const action = shown?.collect
    ? { label: 'Collect', run: onCollect }
    : shown?.repeatable && { label: 'Try Again', run: onRepeat };
  return (
    <Dialog
      open={failure !== null}
      onClose={onClose}
      title={
        <span className="inline-flex items-center gap-2 text-2xl text-danger">
          <CircleAlert aria-hidden className="size-8" />
          Error
        </span>
      }
      popup={{ initialFocus: mainButton }}
      actions={
        <>
          <Button
            ref={action ? null : mainButton}
            variant={action ? 'secondary' : 'primary'}
            size="large"
            onClick={onClose}
            className="sm:min-w-32"
          >
            {closeLabel}
          </Button>
          {action && (
            <Button ref={mainButton} size="large" onClick={action.run} className="sm:min-w-32">
              {action.label}
            </Button>
          )}
        </>
      }
    >
      {shown && (
        <>
          <p role="alert" className="text-xl/snug font-medium text-pretty wrap-anywhere">
            {shown.message}
          </p>
          {shown.advice && (
            <p className="mt-3 text-lg/snug text-pretty wrap-anywhere">{shown.advice}</p>
          )}
          {shown.key && (
            <div className="mt-5 border-t border-line pt-4">
              <KeyHeading keyNumber={shown.key.keyNumber} keyName={shown.key.keyName} />
            </div>
          )}
          {shown.used && <UsedCodeFacts used={shown.used} sinceText={sinceText} />}
          {shown.loan && (
            <p className="mt-5 border-t border-line pt-4 text-muted">
              Taken by
              <span className="block text-xl font-semibold text-ink wrap-anywhere">
                {shown.loan.personName}
              </span>
              since {sinceText(shown.loan.takenAt)}
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

/** What a used code did, and where its keys have been since; of a batch at most five of them. */
function UsedCodeFacts({ used, sinceText }: UsedCodeFactsProps) {
  const { type, person, usedAt, keys } = used;
  const [only, ...others] = keys;
  const isSingle = others.length === 0;
  const desks = useDesks();
  const did = type === 'key-request' ? 'Handed over to' : 'Returned by';
  return (
    <div className="mt-5 flex flex-col gap-3 border-t border-line pt-4 text-lg/snug wrap-anywhere">
      {only && isSingle && <KeyHeading keyNumber={only.keyNumber} keyName={only.keyName} />}
      <p>
        {did} <strong>{person.name}</strong>, {sinceText(usedAt)}.
      </p>
      {keys.slice(0, maxUsedKeys).map(({ keyId, keyNumber, holder, since, ...spot }) => (
        <p key={keyId}>
          {!isSingle && (
            <>
              <KeyNumber number={keyNumber} />:{' '}
            </>
          )}
          {holder ? (
            <strong>{holder.name} has it</strong>
          ) : (
            `At ${restsAtOtherDesk(spot, desks)?.name ?? 'the desk'}`
          )}
          {since && ` since ${sinceText(since)}`}.
        </p>
      ))}
      {keys.length > maxUsedKeys && (
        <p className="text-muted">and {keys.length - maxUsedKeys} more keys</p>
      )}
    </div>
  );
}

const maxUsedKeys = 5;

type UsedCodeFactsProps = { used: UsedCode; sinceText: (instant: string) => string };

type ScanErrorDialogProps = {
  failure: ScanFailure | null;
  sinceText: (instant: string) => string;
  onRepeat: () => void;
  onCollect: () => void;
  onClose: () => void;
  closeLabel: string;
};

type CardDialogProps = {
  step: ScanStep;
  onTeach: (() => void) | undefined;
  onClose: () => void;
  closeLabel: string;
};

type TaggedKeyDialogProps = { item: Key | null; onClose: () => void; closeLabel: string };
