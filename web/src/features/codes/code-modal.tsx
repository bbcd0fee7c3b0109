import type { CodeWish } from '@keydesk/shared/handovers/qr-generation';
import { type ReactNode, useEffect } from 'react';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CodeCountdown } from './code-countdown.tsx';
import { CodePanel } from './code-panel.tsx';
import { useCode } from './use-code.ts';
import { useEscape } from './use-escape.ts';

export type CodeModalProps = {
  /** What the code is for. Another wish needs another modal (`key`). */
  wish: CodeWish;
  open: boolean;
  onClose: () => void;
  /** The desk has done what the code was shown for. */
  onDone?: (() => void) | undefined;
  title: ReactNode;
  description?: ReactNode;
  /** What to do with the code. */
  instruction: string;
  pictureLabel: string;
  doneTitle: string;
  doneText: string;
};

/** A code to show at the desk, until it is used or expires. A press beside it does not lose it. */
export const CodeModal = ({
  wish,
  open,
  onClose,
  onDone,
  title,
  description,
  instruction,
  pictureLabel,
  doneTitle,
  doneText,
}: CodeModalProps) => {
  const userId = useUser()?.id ?? '';
  const { state, regenerate } = useCode(wish, userId, open);
  const done = state.phase === 'done';
  useEscape(open, onClose);
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
      actions={
        <>
          <Button variant={done ? 'primary' : 'secondary'} size="large" onClick={onClose}>
            {done ? 'Done' : 'Close'}
          </Button>
          {(state.phase === 'expired' || (state.phase === 'error' && state.retry)) && (
            <Button size="large" onClick={regenerate}>
              {state.phase === 'expired' ? 'Regenerate' : 'Try Again'}
            </Button>
          )}
        </>
      }
    >
      <CodePanel
        state={state}
        pictureLabel={pictureLabel}
        doneTitle={doneTitle}
        doneText={doneText}
      />
      <div className="mt-4 min-h-19 text-center">
        {state.phase === 'shown' && (
          <>
            <CodeCountdown timeLeft={state.timeLeft} validity={state.validity} />
            <p className="mt-1 text-muted">{instruction}</p>
          </>
        )}
      </div>
    </Dialog>
  );
};
