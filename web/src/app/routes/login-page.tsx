import { useEffect, useState } from 'react';
import { checkSession } from '../../features/auth/check-session.ts';
import { LoginCard } from '../../features/auth/login-card.tsx';
import { useProductName } from '../../lib/config.ts';
import { session, useSession } from '../../lib/session.ts';
import { showSuccess } from '../../ui/toast/show-toast.ts';

const loggedIn = 'Successfully logged in with Google!';
const oauthFailed = 'Google authentication failed. Please try again.';

/**
 * Sign-in, and the place where the identity provider sends people back to. It stands without the
 * router, which is loaded only once there is somewhere to go.
 */
export const LoginPage = () => {
  const [search] = useState(() => new URLSearchParams(window.location.search));
  const { error } = useSession();
  const productName = useProductName();
  const succeeded = search.get('auth') === 'success';
  useEffect(() => {
    if (!succeeded) return;
    void checkSession().then(() => {
      if (session.get().user) showSuccess(loggedIn);
    });
  }, [succeeded]);
  return (
    <main className="grid min-h-dvh place-items-center bg-[radial-gradient(56rem_28rem_at_50%_-6rem,var(--accent-soft),transparent)] px-4 py-10">
      <LoginCard
        productName={productName}
        success={succeeded ? loggedIn : null}
        error={search.get('error') === 'oauth_failed' ? oauthFailed : error}
      />
    </main>
  );
};
