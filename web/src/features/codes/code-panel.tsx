import { TimerOff } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CodeSign } from './code-sign.tsx';
import { QrPicture } from './qr-picture.tsx';
import type { CodeState } from './use-code.ts';

/** As large as the sheet allows, never so high that the countdown is out of view. */
const squareLook =
  'relative mx-auto aspect-square w-[min(100%,max(11rem,calc(92dvh-19.5rem)))] overflow-hidden rounded-card';

type CodePanelProps = {
  state: CodeState;
  /** What the picture is, for those who do not see it. */
  pictureLabel: string;
};

/** The square that holds the picture; its size never changes, whatever it holds. */
export const CodePanel = ({ state, pictureLabel }: CodePanelProps) => {
  const expired = state.phase === 'expired';
  const pictured = expired || state.phase === 'shown';
  return (
    <div className="max-sm:-mx-2.5">
      <div className={classNames(squareLook, expired && 'ring-1 ring-line ring-inset')}>
        {state.phase === 'loading' && <Skeleton className="size-full rounded-none" />}
        {pictured && (
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
            <CodeSign tone="expired" icon={<TimerOff aria-hidden />} title="QR expired" />
          )}
        </div>
      </div>
    </div>
  );
};
