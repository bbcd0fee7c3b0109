import type { CodesVoided, KeyEvent } from '@keydesk/shared/events';
import type { CodeIssued } from '@keydesk/shared/loans/qr-payload';
import { t } from '@keydesk/shared/texts/en/desk';
import { CloudOff, Keyboard, MousePointerClick, ScanLine } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { api, call } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/clock.ts';
import { useConnection } from '../../../lib/live/connection.ts';
import { onCodeIssued, onCodesVoided, onKeyEvent } from '../../../lib/live/events.ts';
import { onConnect } from '../../../lib/live/socket.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/loading.tsx';
import { Card } from '../../../ui/page.tsx';

type ScannerCardProps = {
  onStart: () => void;
  onLend?: (() => void) | undefined;
  busy: boolean;
};

export function ScannerCard({ onStart, onLend, busy }: ScannerCardProps) {
  return (
    <Card className="flex flex-col items-center justify-center px-4 py-5 text-center sm:px-6 sm:py-8">
      <h1 className="text-xl font-semibold tracking-tight">{t('qr-scanner')}</h1>
      <p className="mt-1 max-w-xs text-pretty text-muted">{t('scan-to-approve')}</p>
      <Button size="large" onClick={onStart} className="mt-4 w-full max-w-sm">
        <ScanLine aria-hidden className="size-5" />
        {t('start-scanning')}
      </Button>
      {onLend && (
        <ActionButton variant="secondary" onClick={onLend} className="mt-2 w-full max-w-sm">
          {t('lend-without-code')}
        </ActionButton>
      )}
      <WedgeIndicator busy={busy} />
    </Card>
  );
}

/** Says whether a scan with a USB scanner would arrive on this page. */
function WedgeIndicator({ busy }: { busy: boolean }) {
  const { className, icon, text } = useWedgeStatus(busy);
  return (
    <p
      role="status"
      className={classNames(
        'mt-3 flex min-h-6 items-center gap-2 text-sm font-semibold [&_svg]:size-5 [&_svg]:shrink-0',
        className,
      )}
    >
      {icon}
      {text}
    </p>
  );
}

function useWedgeStatus(busy: boolean): WedgeStatus {
  const offline = useConnection() === 'offline';
  const focused = usePageFocus();
  if (busy) return { className: 'text-muted', icon: <Spinner />, text: t('processing') };
  if (offline)
    return {
      className: 'text-out',
      icon: <CloudOff aria-hidden />,
      text: t('no-scans-offline'),
    };
  return focused
    ? {
        className: 'text-muted pointer-coarse:hidden',
        icon: <Keyboard aria-hidden />,
        text: t('usb-scanner-ready'),
      }
    : {
        className: 'text-muted pointer-coarse:hidden',
        icon: <MousePointerClick aria-hidden />,
        text: t('click-for-usb-scanner'),
      };
}

/** Whether this page has the focus, so that a USB scanner's key presses reach it. */
function usePageFocus(): boolean {
  return useSyncExternalStore(subscribe, () => document.hasFocus());
}

function subscribe(onChange: () => void) {
  window.addEventListener('focus', onChange);
  window.addEventListener('blur', onChange);
  return () => {
    window.removeEventListener('focus', onChange);
    window.removeEventListener('blur', onChange);
  };
}

type WedgeStatus = { className: string; icon: ReactNode; text: string };

/**
 * The codes that people are about to show at the desk, oldest first. Null while unknown, and on a
 * computer without a guard on duty. Read once events arrive, then updated by them.
 */
export function useWaiting(asks: boolean): readonly CodeIssued[] | null {
  const [waiting, setWaiting] = useState<readonly CodeIssued[] | null>(null);
  useEffect(() => {
    setWaiting(null);
    if (!asks) return;
    let lastRead = 0;
    let arrived: Change[] | null = null;
    const change = (apply: Change) => {
      arrived?.push(apply);
      setWaiting((before) => before && apply(before));
    };
    const read = async () => {
      lastRead += 1;
      const own = lastRead;
      arrived = [];
      const codes = await call(api.waitingCodes).then(
        ({ data }) => data.codes,
        () => null,
      );
      if (own !== lastRead) return;
      setWaiting(
        codes && arrived.reduce<readonly CodeIssued[]>((list, apply) => apply(list), codes),
      );
      arrived = null;
    };
    const stops = [
      onCodeIssued((issued) => change((before) => withIssued(before, issued))),
      onCodesVoided((voided) => change((before) => withoutVoided(before, voided))),
      onKeyEvent((event) => change((before) => withoutDone(before, event))),
      onConnect(() => void read()),
    ];
    void read();
    return () => {
      lastRead = 0;
      for (const stop of stops) stop();
    };
  }, [asks]);
  useEffect(() => {
    const next = Math.min(...(waiting ?? []).map(({ expiresAt }) => Date.parse(expiresAt)));
    if (!Number.isFinite(next)) return;
    const drop = () => setWaiting((before) => before && withoutExpired(before, serverNow()));
    const timer = setTimeout(drop, Math.max(0, next - serverNow()) + 50);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting;
}

type Change = (before: readonly CodeIssued[]) => readonly CodeIssued[];

/** Adds an issued code in place of the person's older ones, which it voided. */
export function withIssued(waiting: readonly CodeIssued[], issued: CodeIssued): CodeIssued[] {
  const isBatch = issued.type === 'batch-return';
  const others = withoutVoided(waiting, [issued]).filter(
    ({ userId, type }) => !(isBatch && type === 'batch-return' && userId === issued.userId),
  );
  return [...others, issued];
}

/** Removes codes that were voided before their expiry. */
export function withoutVoided(
  waiting: readonly CodeIssued[],
  voided: readonly CodesVoided[],
): readonly CodeIssued[] {
  const isVoid = ({ userId, keyIds }: CodeIssued) =>
    voided.some(
      (of) => of.userId === userId && (!of.keyIds || of.keyIds.some((id) => keyIds.includes(id))),
    );
  return waiting.some(isVoid) ? waiting.filter((code) => !isVoid(code)) : waiting;
}

const endingActions: readonly KeyEvent['action'][] = [
  'take',
  'return',
  'qr-return',
  'qr-request',
  'delete',
];

/** Removes the codes for a key that has changed hands or was removed. */
export function withoutDone(
  waiting: readonly CodeIssued[],
  { action, key }: Pick<KeyEvent, 'action' | 'key'>,
): readonly CodeIssued[] {
  const left = waiting.filter(({ keyIds }) => !keyIds.includes(key._id));
  return endingActions.includes(action) && left.length < waiting.length ? left : waiting;
}

export function withoutExpired(waiting: readonly CodeIssued[], now: number): CodeIssued[] {
  return waiting.filter(({ expiresAt }) => Date.parse(expiresAt) > now);
}
