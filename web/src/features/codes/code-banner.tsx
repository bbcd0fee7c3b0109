import { TimerOff } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { CodeCountdown } from './code-countdown.tsx';
import { CodeStatus } from './code-status.tsx';
import { QrPicture } from './qr-picture.tsx';
import type { CodeState } from './use-code.ts';

type PictureState = Extract<CodeState, { phase: 'loading' | 'shown' | 'expired' }>;

export function hasPicture(state: CodeState): state is PictureState {
  return state.phase === 'loading' || state.phase === 'shown' || state.phase === 'expired';
}

type CodeBannerProps = {
  state: PictureState;
  /** What the picture is, for screen readers. */
  label: string;
};

/** The picture of a code with its countdown, which stay in view while the rest scrolls. */
export function CodeBanner({ state, label }: CodeBannerProps) {
  const expired = state.phase === 'expired';
  return (
    <div className="sticky top-0 z-10 bg-raised shadow-[0_1px_var(--raised)] low:col-start-1 low:row-span-3 low:row-start-1 low:self-start">
      <div className="relative mx-auto aspect-square w-(--code-size) overflow-hidden">
        {state.phase === 'loading' && <Skeleton className="size-full rounded-none" />}
        {state.phase !== 'loading' && (
          <div
            aria-hidden={expired || undefined}
            className={classNames('size-full', expired && 'opacity-8 blur-sm')}
          >
            <QrPicture text={state.qrText} label={label} />
          </div>
        )}
        <div role="status" className={classNames(expired && 'absolute inset-0')}>
          {state.phase === 'loading' && <span className="sr-only">Generating QR code...</span>}
          {expired && (
            <CodeStatus tone="expired" icon={<TimerOff aria-hidden />} title="QR expired" />
          )}
        </div>
      </div>
      <div className="min-h-11 px-5 pb-1 text-center">
        {state.phase === 'shown' && (
          <CodeCountdown timeLeft={state.timeLeft} validity={state.validity} />
        )}
      </div>
    </div>
  );
}
