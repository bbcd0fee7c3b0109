import type { System } from '@keydesk/shared/system/routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { FactList } from './fact-list.tsx';

/** Whether mail leaves this installation, what waits, and a button to try it. */
export function MailState({ mail }: { mail: System['mail'] }) {
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => call(api.sendTestMail),
    onSuccess: ({ message }) => showSuccess(message),
    onError: (cause) => showError(getErrorMessage(cause)),
    onSettled: () => client.invalidateQueries({ queryKey: ['system'] }),
  });
  const { lastError } = mail;
  if (mail.to === 'nowhere')
    return (
      <Notice tone="info" className="mt-3">
        No mail is sent. Set SMTP_URL and MAIL_FROM to send reminders and alerts by mail as well.
      </Notice>
    );
  return (
    <>
      {lastError && (
        <Notice tone="warning" className="mt-3">
          Not sent ({formatDateTime(lastError.at)}): {lastError.reason}
        </Notice>
      )}
      <FactList
        facts={[
          [mail.to === 'server' ? 'Mail server' : 'Written to', mail.place ?? ''],
          ['Waiting', String(mail.waiting)],
          ['Sent today', String(mail.sentToday)],
          ['Given up', String(mail.failed)],
        ]}
      />
      <ActionButton
        variant="secondary"
        busy={test.isPending}
        onClick={() => test.mutate()}
        className="mt-3"
      >
        {!test.isPending && <Send aria-hidden className="size-4.5" />}
        Send a test mail
      </ActionButton>
    </>
  );
}
