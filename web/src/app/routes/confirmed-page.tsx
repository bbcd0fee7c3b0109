import { confirmationErrorText } from '@keydesk/shared/core/sign-in-error';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/session';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { signInNameFromPage } from '../../lib/config.ts';
import { reauthenticationChannel } from '../../lib/session.ts';
import { buttonClassName } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoneCard } from '../../ui/page.tsx';

const error = confirmationErrorText(
  new URLSearchParams(window.location.search),
  signInNameFromPage(),
);

/** The last page of a re-authentication: reports success to the page that asked, and closes. */
export function ConfirmedPage() {
  useEffect(() => {
    if (error) return;
    const channel = new BroadcastChannel(reauthenticationChannel);
    channel.postMessage('confirmed');
    channel.close();
    window.close();
  }, []);
  return (
    <LoneCard title={error ? t('not-confirmed') : t('confirmed')}>
      <Notice
        tone={error ? 'error' : 'success'}
        icon={error ? <CircleAlert /> : <CircleCheck />}
        className="mt-6 text-start"
      >
        {error ?? t('close-window')}
      </Notice>
      {error && (
        <a href="/api/auth/confirm" className={buttonClassName('primary', 'large', 'mt-7 w-full')}>
          {actionText('try-again')}
        </a>
      )}
    </LoneCard>
  );
}
