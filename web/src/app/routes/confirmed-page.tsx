import { confirmationFaultText } from '@keydesk/shared/auth/confirmation-fault';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { confirmationChannel } from '../../lib/sign-in-confirmation.ts';
import { buttonLook } from '../../ui/button-look.ts';
import { Notice } from '../../ui/notice.tsx';

const fault = confirmationFaultText(new URLSearchParams(window.location.search));

/** Where the window of a confirmation ends: it tells the page that asked, and closes if it may. */
export const ConfirmedPage = () => {
  useEffect(() => {
    if (fault) return;
    const channel = new BroadcastChannel(confirmationChannel);
    channel.postMessage('confirmed');
    channel.close();
    window.close();
  }, []);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <section className="card w-full max-w-md px-6 py-9 text-center sm:px-10">
        <h1 className="text-2xl font-semibold tracking-tight">
          {fault ? 'Not confirmed' : 'Confirmed'}
        </h1>
        <Notice
          tone={fault ? 'error' : 'success'}
          icon={fault ? <CircleAlert /> : <CircleCheck />}
          className="mt-6 text-left"
        >
          {fault ?? 'Close this window to go on where you were.'}
        </Notice>
        {fault && (
          <a href="/api/auth/confirm" className={buttonLook('primary', 'large', 'mt-7 w-full')}>
            Try Again
          </a>
        )}
      </section>
    </main>
  );
};
