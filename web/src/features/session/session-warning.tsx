import type { SessionEnd } from '@keydesk/shared/session/session-end';
import { t } from '@keydesk/shared/texts/en/session';
import { Clock } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { serverNow, useNow } from '../../lib/clock.ts';
import { isUserActive, updateSession, useSession } from '../../lib/session.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import { recheckSession } from './check-session.ts';

const warnBeforeMs = 60_000;
/** The server counts the last second as well. */
const graceMs = 1_500;

type SessionWarningProps = {
  /** Whether the user has just acted; the session is then extended without asking. */
  isActive?: () => boolean;
};

/** Warns the desk a minute before its session ends, on every page of the dashboard. */
export function SessionWarning({ isActive = isUserActive }: SessionWarningProps) {
  const { end, dismiss } = useApproachingEnd(isActive);
  // At the end of the body, above the camera, where it stays usable.
  return end && createPortal(<WarningBar end={end} onStay={dismiss} />, document.body);
}

/** The end of the session once it is less than a minute away, else null. */
function useApproachingEnd(isActive: () => boolean) {
  const { end } = useSession();
  const [near, setNear] = useState<SessionEnd | null>(null);
  const check = useEffectEvent(async (known: SessionEnd) => {
    // Another tab or a scan may have extended the session.
    const current = await readEnd().catch(() => known);
    if (!current) return;
    if (remainingMs(current) > warnBeforeMs + graceMs) updateSession({ end: current });
    else if (current.reason === 'idle' && isActive()) await stay();
    else setNear(current);
  });
  useEffect(() => {
    setNear(null);
    if (!end) return;
    const timer = setTimeout(() => void check(end), Math.max(0, remainingMs(end) - warnBeforeMs));
    return () => clearTimeout(timer);
  }, [end]);
  return { end: near, dismiss: () => setNear(null) };
}

async function readEnd(): Promise<SessionEnd | undefined> {
  return (await call(api.checkAuth)).session;
}

function remainingMs({ endsAt }: SessionEnd): number {
  return Date.parse(endsAt) - serverNow();
}

/** Counts as a use of the session. */
async function stay(): Promise<void> {
  try {
    const { data } = await call(api.staySignedIn);
    updateSession({ end: data.session });
  } catch (cause) {
    showError(getErrorMessage(cause));
  }
}

type WarningBarProps = { end: SessionEnd; onStay: () => void };

/** The warning with its countdown. Any action on the page keeps an idle session. */
function WarningBar({ end, onStay }: WarningBarProps) {
  const textId = useId();
  const bar = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useNow(1_000);
  const seconds = Math.max(0, Math.ceil(remainingMs(end) / 1_000));
  const isIdle = end.reason === 'idle';
  const keep = () => {
    onStay();
    void stay();
  };
  const keepOn = useEffectEvent((event: Event) => {
    // A press on the button is left to its click: the bar must not vanish under a finger.
    const isOwnPress = event.type === 'pointerdown' && bar.current?.contains(event.target as Node);
    if (!isOwnPress) keep();
  });
  useEffect(() => {
    // Keeps the focus of people who are typing or have a dialog open.
    if (document.activeElement === document.body) button.current?.focus();
    const timer = setTimeout(() => void recheckSession(), remainingMs(end) + graceMs);
    return () => clearTimeout(timer);
  }, [end]);
  useEffect(() => {
    if (!isIdle) return;
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, (event) => keepOn(event), options);
    return () => stop.abort();
  }, [isIdle]);
  return (
    <section
      ref={bar}
      role="alertdialog"
      aria-label={t('signing-out-soon')}
      aria-describedby={textId}
      className="fixed inset-x-3 top-3 z-70 mx-auto flex max-w-xl animate-fade-in flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-out/40 bg-raised px-5 py-4 text-ink shadow-float"
    >
      <Clock aria-hidden className="size-6 shrink-0 text-out" />
      <p id={textId} className="min-w-0 flex-1 basis-48 font-semibold">
        {t.rich('signed-out-in', {
          reason: isIdle ? 'idle' : 'expired',
          seconds,
          time: (chunks) => (
            <span key="time" className="tabular-nums">
              {chunks}
            </span>
          ),
        })}
      </p>
      <span role="alert" className="sr-only">
        {t('signed-out-in-a-minute')}
      </span>
      {isIdle ? (
        <Button ref={button} onClick={keep}>
          {t('stay-signed-in')}
        </Button>
      ) : (
        <a href="/api/auth/google" className={buttonClassName()}>
          {t('sign-in-again')}
        </a>
      )}
    </section>
  );
}
