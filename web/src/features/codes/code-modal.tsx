import type { CodeRequest } from '@keydesk/shared/handovers/qr-payload';
import { Ban, Check, TimerOff, TriangleAlert, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useOfflineReason } from '../../lib/live/connection.ts';
import { useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CodeCountdown } from './code-countdown.tsx';
import { CodeStatus } from './code-status.tsx';
import { QrPicture } from './qr-picture.tsx';
import { type CodeState, useCode } from './use-code.ts';

type CodeModalProps = {
  /** What the code is for. Another request needs another modal (`key`). */
  request: CodeRequest;
  open: boolean;
  onClose: () => void;
  /** The handover has happened. */
  onDone?: (() => void) | undefined;
  title: ReactNode;
  description?: ReactNode;
  /** What the person should do with the code. */
  instruction: string;
  pictureLabel: string;
  doneTitle: string;
  doneText: string;
  /** Shown below when somebody else has the key. */
  whenTaken?: ReactNode;
};

/** Shows a code until it is used or expires. A click outside does not close the modal. */
export function CodeModal({
  request,
  open,
  onClose,
  onDone,
  title,
  description,
  instruction,
  pictureLabel,
  doneTitle,
  doneText,
  whenTaken,
}: CodeModalProps) {
  const userId = useUser()?.id ?? '';
  const { state, regenerate } = useCode(request, userId, open);
  const done = state.phase === 'done';
  useEscapeKey(open, onClose);
  useEffect(() => {
    if (done) onDone?.();
  }, [done, onDone]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      insistent
      title={title}
      description={description}
      actions={<CodeActions state={state} onClose={onClose} onRegenerate={regenerate} />}
    >
      {state.phase === 'taken' ? (
        <>
          <p role="alert" className="mb-5 text-xl font-semibold wrap-anywhere">
            Just taken by {state.taker}
          </p>
          {whenTaken}
        </>
      ) : (
        <div className="relative">
          <CodePanel state={state} pictureLabel={pictureLabel} />
          <div className="mt-4 min-h-18 text-center">
            {state.phase === 'shown' && (
              <CodeCountdown timeLeft={state.timeLeft} validity={state.validity} />
            )}
            <CodeHint state={state} instruction={instruction} />
          </div>
          <div role="status" className={classNames(done && 'absolute inset-0')}>
            {done && (
              <CodeStatus
                tone="done"
                icon={<Check aria-hidden strokeWidth={2.5} />}
                title={doneTitle}
                text={doneText}
              />
            )}
          </div>
          {state.phase === 'error' && (
            <div role="alert" className="absolute inset-0">
              <CodeStatus tone="error" icon={<TriangleAlert aria-hidden />} title={state.message} />
            </div>
          )}
          {state.phase === 'refused' && (
            <div role="alert" className="absolute inset-0">
              <CodeStatus
                tone="error"
                icon={<Ban aria-hidden />}
                title={refusedTitle}
                text={state.message}
              />
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}

const refusedTitle = 'The desk could not use this code';

/** What to do with a code, or what stands in the way. */
function CodeHint({ state, instruction }: { state: CodeState; instruction: string }) {
  const offline = useOfflineReason();
  if (state.phase === 'shown' && state.refusal)
    return (
      <Notice tone="error" icon={<Ban aria-hidden />} className="mt-2 text-left">
        {refusedTitle}: {state.refusal}
      </Notice>
    );
  if (offline && (state.phase === 'shown' || state.phase === 'loading'))
    return (
      <Notice tone="warning" icon={<WifiOff aria-hidden />} className="mt-2 text-left">
        {offline} {state.phase === 'shown' && 'The code stays valid: the desk can still scan it.'}
      </Notice>
    );
  if (state.phase !== 'shown') return null;
  return <p className="mt-1 text-[0.9375rem] text-balance text-muted">{instruction}</p>;
}

/** Calls back for the Escape key while `active`. */
function useEscapeKey(active: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
    };
    // In the capture phase, since an insistent dialog stops the event.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [active, onEscape]);
}

/** Close or Done, and a new code after one that is over or failed. */
function CodeActions({ state, onClose, onRegenerate }: CodeActionsProps) {
  const done = state.phase === 'done';
  const isOver = state.phase === 'expired' || state.phase === 'refused';
  const canRetry = isOver || (state.phase === 'error' && state.retry);
  return (
    <div className="flex w-full gap-2.5 sm:justify-end">
      <Button
        variant={done ? 'primary' : 'secondary'}
        size="large"
        className="flex-1 sm:min-w-28 sm:flex-none"
        onClick={onClose}
      >
        {done ? 'Done' : 'Close'}
      </Button>
      {canRetry && (
        <ActionButton size="large" className="flex-1 sm:flex-none" onClick={onRegenerate}>
          {isOver ? 'Regenerate' : 'Try Again'}
        </ActionButton>
      )}
    </div>
  );
}

/** The square for the picture; its size never changes. */
function CodePanel({ state, pictureLabel }: CodePanelProps) {
  const expired = state.phase === 'expired';
  const hasPicture = expired || state.phase === 'shown';
  return (
    <div className="max-sm:-mx-2.5">
      <div className={classNames(squareClassName, expired && 'ring-1 ring-line ring-inset')}>
        {state.phase === 'loading' && <Skeleton className="size-full rounded-none" />}
        {hasPicture && (
          <div
            aria-hidden={expired || undefined}
            className={classNames('size-full', expired && 'opacity-8 blur-sm')}
          >
            <QrPicture text={state.qrText} label={pictureLabel} />
          </div>
        )}
        <div role="status" className={classNames(expired && 'absolute inset-0')}>
          {state.phase === 'loading' && <span className="sr-only">Generating QR code...</span>}
          {expired && (
            <CodeStatus tone="expired" icon={<TimerOff aria-hidden />} title="QR expired" />
          )}
        </div>
      </div>
    </div>
  );
}

/** As large as fits, with the countdown still in view. */
const squareClassName =
  'relative mx-auto aspect-square w-[min(100%,max(11rem,calc(92dvh-19.5rem)))] overflow-hidden rounded-card';

type CodePanelProps = {
  state: CodeState;
  /** What the picture is, for screen readers. */
  pictureLabel: string;
};

type CodeActionsProps = { state: CodeState; onClose: () => void; onRegenerate: () => void };
