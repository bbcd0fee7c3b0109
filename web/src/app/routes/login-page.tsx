import { signInErrorText } from '@keydesk/shared/auth/sign-in-error';
import { useEffect, useState } from 'react';
import { checkSession } from '../../features/auth/check-session.ts';
import { LoginScreen } from '../../features/auth/login-screen.tsx';
import { useProductName } from '../../lib/config.ts';
import { session, useSession } from '../../lib/session.ts';
import { showSuccess } from '../../ui/toast/show-toast.ts';

const successText = 'Successfully logged in with Google!';

/**
 * The sign-in page, to which the identity provider sends people back. It works without the router,
 * which is loaded only after sign-in.
 */
export function LoginPage() {
  const [search] = useState(() => new URLSearchParams(window.location.search));
  const { error } = useSession();
  const productName = useProductName();
  const succeeded = search.get('auth') === 'success';
  useEffect(() => {
    if (!succeeded) return;
    void checkSession().then(() => {
      if (session.get().user) showSuccess(successText);
    });
  }, [succeeded]);
  return (
    <LoginScreen
      productName={productName}
      success={succeeded ? successText : null}
      error={signInErrorText(search) ?? error}
    />
  );
}
