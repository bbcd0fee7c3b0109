import { signInErrorQuery, signInErrorText } from '@keydesk/shared/core/sign-in-error';
import { t } from '@keydesk/shared/texts/en/message-pages';
import { CircleHelp } from 'lucide-react';
import { signOut } from '../../features/session/check-session.ts';
import { useUser } from '../../lib/session.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { EmptyState, LoneCard, PageHeader } from '../../ui/page.tsx';

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
    <LoneCard title={t('verify-your-email')}>
      <p className="mt-2 mb-7 text-balance text-muted">{signInErrorText(unverified)}</p>
      {user ? (
        <Button size="large" onClick={signOut} className="w-full">
          {t('logout')}
        </Button>
      ) : (
        <a href="/login" className={buttonClassName('primary', 'large', 'w-full')}>
          {t('sign-in-again')}
        </a>
      )}
    </LoneCard>
  );
}
