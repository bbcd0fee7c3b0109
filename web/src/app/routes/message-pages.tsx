import { signInErrorQuery, signInErrorText } from '@keydesk/shared/core/sign-in-error';
import { t } from '@keydesk/shared/texts/en/message-pages';
import { CircleHelp, MailCheck } from 'lucide-react';
import { signOut } from '../../features/session/check-session.ts';
import { useUser } from '../../lib/session.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';

export function UnknownRolePage() {
  return (
    <EmptyState
      icon={<CircleHelp />}
      title={t('no-dashboard-for-your-account')}
      text={t('no-role-text')}
    />
  );
}

export function ResponderPage() {
  return <PageHeader title={t('responder-dashboard')} text={t('responder-text')} />;
}

const unverified = new URLSearchParams(signInErrorQuery('email_unverified'));

export function VerifyEmailPage() {
  const user = useUser();
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        icon={<MailCheck />}
        as="h1"
        title={t('verify-your-email')}
        text={signInErrorText(unverified) ?? ''}
        action={
          user ? (
            <Button onClick={signOut}>{t('logout')}</Button>
          ) : (
            <a href="/login" className={buttonClassName()}>
              {t('sign-in-again')}
            </a>
          )
        }
      />
    </main>
  );
}
