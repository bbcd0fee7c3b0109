import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSignInName } from '../../lib/config.ts';
import { reauthenticationChannel } from '../../lib/session.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { ProviderMark } from './login-screen.tsx';

type ConfirmSignInDialogProps = { onSettled: (confirmed: boolean) => void };

/**
 * Asks for a recent sign-in. It happens in another window, so that what was entered on this page
 * stays; the change then continues by itself.
 */
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
      title="Confirm that it is you"
      long
      // Otherwise Escape would also close a dialog below this one.
      popup={{ onKeyDown: (event) => event.key === 'Escape' && event.stopPropagation() }}
      actions={
        <>
          <Button variant="secondary" onClick={() => onSettled(false)}>
            Cancel
          </Button>
          <a
            href="/api/auth/confirm"
            target="_blank"
            rel="noopener opener"
            onClick={() => setWaiting(true)}
            className={buttonClassName('primary')}
          >
            <ProviderMark signInName={signInName} />
            {`Continue with ${signInName}`}
            <ExternalLink aria-label="(opens a new window)" className="size-4" />
          </a>
        </>
      }
    >
      <p className="text-muted">
        You signed in some time ago, and this change affects what you or others may do. Please sign
        in once more with the same account, in a window of its own. What you have entered here stays
        and is saved afterwards.
      </p>
      <p role="status" className="flex items-center gap-2 text-sm text-muted not-empty:mt-4">
        {waiting && (
          <>
            <Spinner className="size-4" />
            Waiting for the other window...
          </>
        )}
      </p>
    </Dialog>
  );
}
