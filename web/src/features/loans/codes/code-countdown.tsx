import { clockText } from '@keydesk/shared/core/formats';
import { t } from '@keydesk/shared/texts/en/codes';
import { useEffect, useState } from 'react';
import { serverNow } from '../../../lib/clock.ts';
import { classNames } from '../../../ui/class-names.ts';

/** Highlighted below this, in milliseconds. */
const urgentBelowMs = 10_000;

export function CodeCountdown({ timeLeft, validity }: { timeLeft: number; validity: number }) {
  const urgent = timeLeft <= urgentBelowMs;
  return (
    <div className="space-y-1.5">
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className={classNames(
            'h-full origin-left rtl:origin-right rounded-full transition-transform duration-500 ease-linear',
            urgent ? 'bg-out' : 'bg-accent',
          )}
          style={{ transform: `scaleX(${Math.min(1, timeLeft / validity)})` }}
        />
      </div>
      <p
        role="timer"
        className={classNames('text-xl font-semibold tabular-nums', urgent && 'text-out')}
      >
        {t('expires-in', { time: countdownText(timeLeft) })}
      </p>
    </div>
  );
}

const redrawEveryMs = 500;

/**
 * Milliseconds until `instant` by the server's clock, from 0 to `validity`: the server's clock is
 * only known to a fraction of a second.
 */
export function useTimeLeft(instant: string | undefined, validity: number): number {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (instant === undefined) return;
    const timer = setInterval(() => {
      redraw((drawn) => drawn + 1);
      if (msUntil(instant) === 0) clearInterval(timer);
    }, redrawEveryMs);
    return () => clearInterval(timer);
  }, [instant]);
  return Math.min(validity, msUntil(instant));
}

function msUntil(instant: string | undefined): number {
  return instant === undefined ? 0 : Math.max(0, Date.parse(instant) - serverNow());
}

export function countdownText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return clockText(seconds);
}

/** Keeps the screen on while `wanted`, if the device can. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let released = false;
    const acquire = async () => {
      // The browser releases the lock when the page is hidden, and refuses it in the background.
      if (document.visibilityState !== 'visible') return;
      const acquired = await navigator.wakeLock.request('screen').catch(() => null);
      if (released) void acquired?.release();
      else lock = acquired;
    };
    const reacquire = () => void acquire();
    void acquire();
    document.addEventListener('visibilitychange', reacquire);
    return () => {
      released = true;
      document.removeEventListener('visibilitychange', reacquire);
      void lock?.release();
    };
  }, [wanted]);
}
