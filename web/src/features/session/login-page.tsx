import { daysAhead } from '@keydesk/shared/core/formats';
import { signInErrorText } from '@keydesk/shared/core/sign-in-error';
import { isDesk } from '@keydesk/shared/http/roles';
import type { SessionOver, SessionOverReason } from '@keydesk/shared/session/session-end';
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

const notKeptText = 'You are not signed in. Please allow cookies for this site and try again.';

/**
 * The sign-in page, to which the identity provider sends people back. It works without the router,
 * which is loaded only after sign-in.
 */
export function LoginPage() {
  const [search] = useState(() => new URLSearchParams(window.location.search));
  const { error } = useSession();
  const productName = useProductName();
  const signInName = useSignInName();
  const successText = `Successfully logged in with ${signInName}!`;
  const succeeded = search.get('auth') === 'success';
  const tellOutcome = useEffectEvent(() => {
    if (session.get().user) showSuccess(successText);
    else if (getConnectionState().sessionChecked) updateSession({ error: notKeptText });
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
    />
  );
}

/**
 * Why this tab was signed out, and which scan it keeps. At a desk the USB scanner is still heard,
 * so that nobody has to scan a code twice.
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

/** Why somebody was signed out and when, in a sentence; `now` in Unix milliseconds. */
export function signedOutText({ reason, since, limit = 0 }: SessionOver, now: number): string {
  const textFor = reasonTexts[reason] ?? reasonTexts.revoked;
  return `You were signed out ${whenText(since, now)} ${textFor(limit)}.`;
}

/** "at" a time of today, or "on" another day. */
function whenText(instant: string, now: number): string {
  const moment = Date.parse(instant);
  return daysAhead(moment, now, campusTimezone.get()) === 0
    ? `at ${formatTime(moment)}`
    : `on ${formatDateTime(instant)}`;
}

const reasonTexts: Record<SessionOverReason, (limit: number) => string> = {
  idle: (minutes) => `because nobody used this page for ${minutes} minutes`,
  expired: (hours) =>
    `because a session lasts ${hours === 1 ? 'an hour' : `${hours} hours`} at most`,
  elsewhere: () => 'from another device of yours',
  replaced: () => 'because this account signed in on another device',
  revoked: () => 'by an administrator or from another device',
  closed: () => 'because this account was closed',
  'computer-removed': () => 'because this is no longer a computer of its desk',
  'signed-out': () => 'in this browser',
};
