import type { CodeWish } from '@keydesk/shared/handovers/qr-generation';
import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useUser } from '../../lib/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CodeActions } from './code-actions.tsx';
import { CodeCountdown } from './code-countdown.tsx';
import { CodePanel } from './code-panel.tsx';
import { CodeSign } from './code-sign.tsx';
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
      actions={<CodeActions state={state} onClose={onClose} onRegenerate={regenerate} />}
    >
      <div className="relative">
        <CodePanel state={state} pictureLabel={pictureLabel} />
        <div className="mt-4 min-h-18 text-center">
          {state.phase === 'shown' && (
            <>
              <CodeCountdown timeLeft={state.timeLeft} validity={state.validity} />
              <p className="mt-1 text-[0.9375rem] text-balance text-muted">{instruction}</p>
            </>
          )}
        </div>
        <div role="status" className={classNames(done && 'absolute inset-0')}>
          {done && (
            <CodeSign
              tone="done"
              icon={<Check aria-hidden strokeWidth={2.5} />}
              title={doneTitle}
              text={doneText}
            />
          )}
        </div>
        {state.phase === 'error' && (
          <div role="alert" className="absolute inset-0">
            <CodeSign tone="error" icon={<TriangleAlert aria-hidden />} title={state.message} />
          </div>
        )}
      </div>
    </Dialog>
  );
};
