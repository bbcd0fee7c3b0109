import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as loginText } from '@keydesk/shared/texts/en/login';
import { t } from '@keydesk/shared/texts/en/session';
import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSignInName } from '../../lib/config.ts';
import { reauthenticationChannel } from '../../lib/session.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { ProviderMark } from './login-screen.tsx';

type ConfirmSignInDialogProps = { onSettled: (confirmed: boolean) => void };

/** Signs in again in another window, which preserves this page's input. */
export function ConfirmSignInDialog({ onSettled }: ConfirmSignInDialogProps) {
  const [waiting, setWaiting] = useState(false);
  const signInName = useSignInName();
  useEffect(() => {
    const channel = new BroadcastChannel(reauthenticationChannel);
    channel.onmessage = () => onSettled(true);
    return () => channel.close();
  }, [onSettled]);
  return (
    <Dialog
      open
      onClose={() => onSettled(false)}
      title={t('confirm-that-it-is-you')}
      long
      // Otherwise Escape would also close a dialog below this one.
      popup={{ onKeyDown: (event) => event.key === 'Escape' && event.stopPropagation() }}
      actions={
        <>
          <Button variant="secondary" onClick={() => onSettled(false)}>
            {actionText('cancel')}
          </Button>
          <a
            href="/api/auth/confirm"
            target="_blank"
            rel="noopener opener"
            onClick={() => setWaiting(true)}
            className={buttonClassName('primary')}
          >
            <ProviderMark signInName={signInName} />
            {loginText('continue-with', { signInName })}
            <ExternalLink aria-label={t('opens-window')} className="size-4" />
          </a>
        </>
      }
    >
      <p className="text-muted">{t('confirm-why')}</p>
      <p role="status" className="flex items-center gap-2 text-sm text-muted not-empty:mt-4">
        {waiting && (
          <>
            <Spinner className="size-4" />
            {t('waiting-for-window')}
          </>
        )}
      </p>
    </Dialog>
  );
}
