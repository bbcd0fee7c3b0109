import { signInErrorText } from '@keydesk/shared/auth/sign-in-error';
import { isDesk } from '@keydesk/shared/users/role';
import { useEffect, useEffectEvent, useState } from 'react';
import { checkSession } from '../../features/auth/check-session.ts';
import { LoginScreen } from '../../features/auth/login-screen.tsx';
import { signedOutText } from '../../features/auth/signed-out-text.ts';
import { keptScanText, useKeptScan } from '../../features/desk/scan/kept-scan.ts';
import { serverNow } from '../../lib/clock.ts';
import { useProductName, useSignInName } from '../../lib/config.ts';
import { getConnectionState } from '../../lib/live/connection.ts';
import { session, updateSession, useSession } from '../../lib/session.ts';
import { useSignedOut } from '../../lib/signed-out.ts';
import { showSuccess } from '../../ui/toast/show-toast.ts';

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
 * Why this tab was signed out, and which scan it keeps. At a desk the USB scanner is still heard, so
 * that nobody has to scan a code twice.
 */
function useSignedOutTexts(): string[] {
  const signedOut = useSignedOut();
  const scan = useKeptScan();
  const deskId = signedOut && isDesk(signedOut.role) ? signedOut.userId : null;
  useEffect(() => {
    if (deskId === null) return;
    let stop: (() => void) | undefined;
    let left = false;
    void import('../keep-scans.ts').then(
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
