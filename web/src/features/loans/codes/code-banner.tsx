import { t } from '@keydesk/shared/texts/en/codes';
import { TimerOff } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { encode } from 'uqr';
import { whenIdle } from '../../../lib/browser.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/loading.tsx';
import { holdToasts } from '../../../ui/toast/show-toast.ts';
import { CodeCountdown } from './code-countdown.tsx';
import type { CodeState } from './use-code.ts';

type PictureState = Extract<CodeState, { phase: 'loading' | 'shown' | 'expired' }>;

export function hasPicture(state: CodeState): state is PictureState {
  return state.phase === 'loading' || state.phase === 'shown' || state.phase === 'expired';
}

type CodeBannerProps = {
  state: PictureState;
  label: string;
};

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
          {state.phase === 'loading' && <span className="sr-only">{t('generating')}</span>}
          {expired && (
            <CodeStatus tone="expired" icon={<TimerOff aria-hidden />} title={t('expired')} />
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

type CodeStatusProps = {
  tone: 'done' | 'warning' | 'past' | 'expired' | 'error';
  icon: ReactNode;
  title: string;
  text?: string;
  note?: string | null;
};

export function CodeStatus({ tone, icon, title, text, note }: CodeStatusProps) {
  return (
    <div className="grid min-h-full animate-fade-in place-content-center justify-items-center gap-1 p-4 text-center">
      <span
        className={`mb-3 grid size-18 place-items-center rounded-full [&_svg]:size-9 ${toneClassNames[tone]}`}
      >
        {icon}
      </span>
      <p className="text-xl font-semibold text-balance wrap-anywhere">{title}</p>
      {text && <p className="text-balance wrap-anywhere text-muted">{text}</p>}
      {note && <p className="mt-2 text-xl font-semibold">{note}</p>}
    </div>
  );
}

const toneClassNames = {
  done: 'bg-available-soft text-available',
  warning: 'bg-out-soft text-out',
  past: 'bg-sunken text-muted',
  expired: 'bg-out-soft text-out',
  error: 'bg-danger-soft text-danger',
};

/** Always black on white, which scanners need. Toasts wait, because one could cover the code. */
function QrPicture({ text, label }: { text: string; label: string }) {
  useEffect(holdToasts, []);
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

const quietZone = 4;

/** The dark modules as one SVG path, in a square of `size` modules with its quiet zone. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, {
    // A compact token is so short that better correction does not enlarge the picture.
    ecc: text.startsWith('{') ? 'M' : 'Q',
    boostEcc: true,
    border: quietZone,
  });
  return { size, path: data.map(rowPath).join('') };
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x += 1;
    const length = x + 1 - start;
    path += `M${start} ${y}h${length}v1h-${length}z`;
  }
  return path;
}

// Compiles the encoder while the browser is idle: its first run takes several times as long.
const likeARequest = 'k'.repeat(200);
whenIdle(() => qrPath(likeARequest));

/** As wide as a phone's screen. */
export const codeSheetClassName = 'max-h-dvh! overflow-y-auto *:h-auto *:flex-none';

/**
 * White in either colour scheme, which scanners need. The picture takes the room that the rest
 * leaves. In a low window it is beside the rest.
 */
export const codeWithPictureClassName =
  'always-light [--code-size:min(100%,max(11rem,100dvh_-_20.5rem))] sm:[--code-size:min(100%,max(11rem,100dvh_-_22rem))] ' +
  'low:inset-0 low:grid low:h-dvh low:w-full low:translate-none low:grid-cols-[auto_minmax(0,1fr)] low:grid-rows-[auto_1fr_auto] low:rounded-none low:border-0 ' +
  'low:data-starting-style:translate-none low:data-ending-style:translate-none low:[--code-size:min(100dvh_-_2.75rem,50vw)]';
