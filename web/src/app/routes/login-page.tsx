import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { checkSession } from '../../features/auth/check-session.ts';
import { LoginCard } from '../../features/auth/login-card.tsx';
import { useProductName } from '../../lib/config-query.ts';
import { session, useSession } from '../../lib/session.ts';
import { showSuccess } from '../../ui/toast/show-toast.ts';

const loggedIn = 'Successfully logged in with Google!';
const oauthFailed = 'Google authentication failed. Please try again.';

/** Sign-in, and the place where the identity provider sends people back to. */
export const LoginPage = () => {
  const search: { auth?: string; error?: string } = useSearch({ strict: false });
  const { error } = useSession();
  const productName = useProductName();
  const succeeded = search.auth === 'success';
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
        error={search.error === 'oauth_failed' ? oauthFailed : error}
      />
    </main>
  );
};
