import { Check, TimerOff, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { QrPicture } from './qr-picture.tsx';
import type { CodeState } from './use-code.ts';

type SignProps = { look: string; icon: ReactNode; title: string; text?: string | undefined };

const Sign = ({ look, icon, title, text }: SignProps) => (
  <div className="absolute inset-0 grid animate-fade-in place-content-center justify-items-center gap-1 p-6 text-center">
    <span className={`mb-3 grid size-18 place-items-center rounded-full [&_svg]:size-9 ${look}`}>
      {icon}
    </span>
    <p className="text-xl font-semibold">{title}</p>
    {text && <p className="text-muted">{text}</p>}
  </div>
);

type CodePanelProps = {
  state: CodeState;
  /** What the picture is, for those who do not see it. */
  pictureLabel: string;
  doneTitle: string;
  doneText: string;
};

/** The square that holds the picture, or what became of it; its size never changes. */
export const CodePanel = ({ state, pictureLabel, doneTitle, doneText }: CodePanelProps) => (
  <div className="max-sm:-mx-2.5">
    <div className="relative mx-auto aspect-square w-[min(100%,max(13rem,calc(92dvh-19.5rem)))] overflow-hidden rounded-card border border-line">
      {state.phase === 'loading' && <Skeleton className="size-full rounded-none" />}
      {(state.phase === 'shown' || state.phase === 'expired') && (
        <div
          aria-hidden={state.phase === 'expired' || undefined}
          className={state.phase === 'expired' ? 'size-full opacity-8 blur-sm' : 'size-full'}
        >
          <QrPicture text={state.qrText} label={pictureLabel} />
        </div>
      )}
      {state.phase === 'error' && (
        <div
          role="alert"
          className="absolute inset-0 grid place-content-center justify-items-center gap-4 p-6 text-center"
        >
          <span className="grid size-18 place-items-center rounded-full bg-danger-soft text-danger">
            <TriangleAlert aria-hidden className="size-9" />
          </span>
          <p className="text-balance">{state.message}</p>
        </div>
      )}
      <div role="status">
        {state.phase === 'loading' && <span className="sr-only">Generating QR code...</span>}
        {state.phase === 'expired' && (
          <Sign look="bg-out-soft text-out" icon={<TimerOff aria-hidden />} title="QR expired" />
        )}
        {state.phase === 'done' && (
          <Sign
            look="bg-available-soft text-available"
            icon={<Check aria-hidden strokeWidth={2.5} />}
            title={doneTitle}
            text={doneText}
          />
        )}
      </div>
    </div>
  </div>
);
