import type { Notification } from '@keydesk/shared/core/notifications';
import { isDisputable } from '@keydesk/shared/loans/disputes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api, call } from '../../lib/api.ts';
import { useLastNonNull } from '../../lib/hooks.ts';
import { useDeskComputer } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { EndDialog } from '../../ui/confirm-dialog.tsx';
import { showSuccess } from '../../ui/toast/show-toast.ts';
import { type CachedNotifications, withDisputed } from './notification-cache.ts';
import { isInOnesName, sinceText } from './notification-text.ts';
import { notificationsQuery } from './queries.ts';
import { VisitorQuestion } from './visitor-question.tsx';

type NotMeProps = { item: Notification; now: number; className?: string };

/**
 * Below news that does not hold any more: what became of it. Below that of what was done in the
 * reader's name, a key handed over without their code, a return undone, or a duty begun by their
 * PIN: the button with which they say that it was not them, for a day; then
 * that they said so.
 */
export function NotMe({ item, now, className }: NotMeProps) {
  const [asking, setAsking] = useState(false);
  const atDesk = useDeskComputer() !== null;
  const { dutyId, disputed, createdAt } = item;
  const since = sinceText(item);
  if (since)
    return (
      <p className={className}>
        <span className="inline-flex items-center gap-1.5 text-sm font-medium text-out">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {since}
        </span>
      </p>
    );
  if (item.visitorAskId) return <VisitorQuestion item={item} className={className} />;
  if (!isInOnesName(item)) return null;
  if (disputed)
    return (
      <p className={className}>
        <span className="inline-flex items-center gap-1.5 text-sm font-medium text-out">
          <Check aria-hidden className="size-4 shrink-0" />
          You said that this was not you. {dutyId ? 'The admins have' : 'The desk has'} been told.
        </span>
      </p>
    );
  if (!isDisputable(new Date(createdAt), now)) return null;
  if (atDesk)
    return <p className={className}>If this was not you, say so on your own phone or computer.</p>;
  return (
    <div className={className}>
      <ActionButton variant="secondary" size="small" onClick={() => setAsking(true)}>
        Not me
      </ActionButton>
      <NotMeDialog item={asking ? item : null} onClose={() => setAsking(false)} />
    </div>
  );
}

type NotMeDialogProps = {
  /** The news that is asked about; null closes the dialog. */
  item: Notification | null;
  onClose: () => void;
};

/** Asks once before others are told that it was not the reader. */
export function NotMeDialog({ item, onClose }: NotMeDialogProps) {
  const last = useLastNonNull(item);
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: async ({ loanId, dutyId }: Notification) => {
      const { message } = dutyId
        ? await call(api.disputeDuty, { params: { id: dutyId } })
        : await call(api.disputeLoan, { params: { id: loanId ?? '' } });
      client.setQueriesData<CachedNotifications>(
        { queryKey: notificationsQuery.queryKey },
        (cached) => cached && withDisputed(cached, dutyId ?? loanId),
      );
      showSuccess(message ?? 'Thank you. The desk has been told.');
    },
  });
  return (
    <EndDialog
      subject={item}
      title={last?.template === 'return-undone' ? 'Did you return it?' : 'Was it not you?'}
      confirmLabel="Not me"
      toInput={(shown) => shown}
      ending={sending}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <p>{shown.message}</p>
          <p>{whatFollows(shown)} at once.</p>
        </>
      )}
    </EndDialog>
  );
}

const told = 'and the desk and the administrators are told';

function whatFollows({ dutyId, ofVisitor, template }: Notification): string {
  if (dutyId)
    return 'If you did not begin this duty, say so: it ends, and the administrators are told';
  const isReturn = template === 'return-undone';
  if (ofVisitor)
    return isReturn
      ? `If the key was returned, say so: it is no longer counted as with your visitor, ${told}`
      : `If you did not agree to this, say so: the visitor’s keys are recalled, ${told}`;
  return `If you ${isReturn ? 'returned' : 'did not get'} this key, say so: it is no longer counted as yours, ${told}`;
}
