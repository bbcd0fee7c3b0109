import { daysAhead } from '@keydesk/shared/core/formats';
import { signInErrorText } from '@keydesk/shared/core/sign-in-error';
import { isDesk } from '@keydesk/shared/http/roles';
import type { SessionOver, SessionOverReason } from '@keydesk/shared/session/session-end';
import { t } from '@keydesk/shared/texts/en/login';
import { useEffect, useEffectEvent, useState } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useProductName, useSignInName } from '../../lib/config.ts';
import { campusTimezone, formatDateTime, formatTime } from '../../lib/format.ts';
import { getConnectionState } from '../../lib/live/connection.ts';
import { session, updateSession, useSession, useSignedOut } from '../../lib/session.ts';
import { showSuccess } from '../../ui/toast/show-toast.ts';
import { keptScanText, useKeptScan } from '../loans/scanner/kept-scan.ts';
import { checkSession } from './check-session.ts';
import { LoginScreen } from './login-screen.tsx';
import { chooseLanguage } from './own-language.ts';

/** Works without the router, which loads only after sign-in. */
export function LoginPage() {
  const [search] = useState(() => new URLSearchParams(window.location.search));
  const { error } = useSession();
  const productName = useProductName();
  const signInName = useSignInName();
  const successText = t('logged-in', { signInName });
  const succeeded = search.get('auth') === 'success';
  const tellOutcome = useEffectEvent(() => {
    if (session.get().user) showSuccess(successText);
    else if (getConnectionState().sessionChecked) updateSession({ error: t('not-kept') });
  });
  useEffect(() => {
    if (succeeded) void checkSession().then(tellOutcome);
  }, [succeeded]);
  return (
    <LoginScreen
      productName={productName}
      signInName={signInName}
      success={succeeded ? successText : null}
      error={signInErrorText(search, signInName) ?? error}
      signedOut={useSignedOutTexts()}
      onLanguage={(code) => void chooseLanguage(code)}
    />
  );
}

/**
 * Why this tab was signed out, and which scan it keeps. At a desk the USB scanner still works here,
 * so that no code must be scanned twice.
 */
function useSignedOutTexts(): string[] {
  const signedOut = useSignedOut();
  const scan = useKeptScan();
  const deskId = signedOut && isDesk(signedOut.role) ? signedOut.userId : null;
  useEffect(() => {
    if (deskId === null) return;
    let stop: (() => void) | undefined;
    let left = false;
    void import('../loans/scanner/keep-scans.tsx').then(
      ({ keepScansOf }) => {
        if (!left) stop = keepScansOf(deskId);
      },
      () => undefined,
    );
    return () => {
      left = true;
      stop?.();
    };
  }, [deskId]);
  return [
    ...(signedOut ? [signedOutText(signedOut, serverNow())] : []),
    ...(scan ? [keptScanText(scan)] : []),
  ];
}

/** Why the person was signed out and when; `now` in Unix milliseconds. */
export function signedOutText({ reason, since, limit = 0 }: SessionOver, now: number): string {
  return t(signedOutTexts[reason] ?? signedOutTexts.revoked, { when: whenText(since, now), limit });
}

/** 'at' a time of today, or 'on' another day. */
function whenText(instant: string, now: number): string {
  const moment = Date.parse(instant);
  return daysAhead(moment, now, campusTimezone.get()) === 0
    ? t('at', { time: formatTime(moment) })
    : t('on', { moment: formatDateTime(instant) });
}

const signedOutTexts = {
  idle: 'signed-out-idle',
  expired: 'signed-out-expired',
  elsewhere: 'signed-out-elsewhere',
  replaced: 'signed-out-replaced',
  revoked: 'signed-out-revoked',
  closed: 'signed-out-closed',
  'computer-removed': 'signed-out-computer-removed',
  'signed-out': 'signed-out-here',
} as const satisfies Record<SessionOverReason, string>;
