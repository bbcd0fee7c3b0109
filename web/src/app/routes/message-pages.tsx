import { signInErrorQuery, signInErrorText } from '@keydesk/shared/core/sign-in-error';
import { CircleHelp, MailCheck } from 'lucide-react';
import { signOut } from '../../features/session/check-session.ts';
import { useUser } from '../../lib/session.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';

/** For people whose role has no dashboard. */
export function UnknownRolePage() {
  return (
    <EmptyState
      icon={<CircleHelp />}
      title="No dashboard for your account"
      text="Your account has no role yet. Please ask an administrator to assign one."
    />
  );
}

/** Home of the responder role: only a heading. */
export function ResponderPage() {
  return (
    <PageHeader
      title="Responder Dashboard"
      text="There is nothing to respond to here. Your notifications and profile are in the menu."
    />
  );
}

const unverified = new URLSearchParams(signInErrorQuery('email_unverified'));

/** For people whose email address the provider has not verified, who may not have come in. */
export function VerifyEmailPage() {
  const user = useUser();
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        icon={<MailCheck />}
        as="h1"
        title="Verify your email"
        text={signInErrorText(unverified) ?? ''}
        action={
          user ? (
            <Button onClick={signOut}>Logout</Button>
          ) : (
            <a href="/login" className={buttonClassName()}>
              Sign in again
            </a>
          )
        }
      />
    </main>
  );
}
