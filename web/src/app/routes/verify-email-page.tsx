import { MailCheck } from 'lucide-react';
import { signOut } from '../../features/auth/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Where people go whose address Google has not verified. */
export const VerifyEmailPage = () => (
  <main className="grid min-h-dvh place-items-center">
    <EmptyState
      icon={<MailCheck />}
      as="h1"
      title="Verify your email"
      text="Google has not verified this email address yet. Verify it with Google, then sign in again."
      action={<Button onClick={signOut}>Logout</Button>}
    />
  </main>
);
