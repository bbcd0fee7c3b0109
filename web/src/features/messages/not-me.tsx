import type { Notification } from '@keydesk/shared/core/notifications';
import { isDisputable } from '@keydesk/shared/loans/disputes';
import { t } from '@keydesk/shared/texts/en/not-me';
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
import { deniedIn, sinceText } from './notification-text.ts';
import { notificationsQuery } from './queries.ts';
import { VisitorQuestion } from './visitor-question.tsx';

type NotMeProps = { item: Notification; now: number; className?: string };

/**
 * What became of a message that no longer holds. For a handover without a code, an undone return or
 * a shift started by PIN, it has the button Not me for a day, and then says that the reader has
 * used it.
 */
export function NotMe({ item, now, className }: NotMeProps) {
  const [asking, setAsking] = useState(false);
  const atDesk = useDeskComputer() !== null;
  const { dutyId, disputed, createdAt } = item;
  const since = sinceText(item);
  if (since)
    return (
      <p className={className}>
        <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-out">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {since}
        </span>
      </p>
    );
  if (item.visitorAskId) return <VisitorQuestion item={item} className={className} />;
  if (!deniedIn(item)) return null;
  if (disputed)
    return (
      <p className={className}>
        <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-out">
          <Check aria-hidden className="size-4 shrink-0" />
          {t('said', { told: dutyId ? 'admins' : 'desk' })}
        </span>
      </p>
    );
  if (!isDisputable(new Date(createdAt), now)) return null;
  if (atDesk) return <p className={className}>{t('say-so-elsewhere')}</p>;
  return (
    <div className={className}>
      <ActionButton variant="secondary" size="small" onClick={() => setAsking(true)}>
        {t('not-me')}
      </ActionButton>
      <NotMeDialog item={asking ? item : null} onClose={() => setAsking(false)} />
    </div>
  );
}

type NotMeDialogProps = {
  item: Notification | null;
  onClose: () => void;
};

/** Asks once before the answer is sent to others. */
export function NotMeDialog({ item, onClose }: NotMeDialogProps) {
  const last = useLastNonNull(item);
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: async (denied: Notification) => {
      const { loanId, dutyId } = denied;
      const handover = deniedIn(denied) === 'return' ? 'return' : 'hand-out';
      const { message } = dutyId
        ? await call(api.disputeDuty, { params: { id: dutyId } })
        : await call(api.disputeLoan, { params: { id: loanId ?? '' }, body: { handover } });
      client.setQueriesData<CachedNotifications>(
        { queryKey: notificationsQuery.queryKey },
        (cached) => cached && withDisputed(cached, dutyId ?? loanId),
      );
      showSuccess(message ?? t('thank-you'));
    },
  });
  return (
    <EndDialog
      subject={item}
      title={last && deniedIn(last) === 'return' ? t('did-you-return-it') : t('was-it-not-you')}
      confirmLabel={t('not-me')}
      toInput={(shown) => shown}
      ending={sending}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <p>{shown.message}</p>
          <p>{whatFollows(shown)}</p>
        </>
      )}
    </EndDialog>
  );
}

function whatFollows(item: Notification): string {
  const denied = deniedIn(item);
  if (denied === 'duty') return t('of-duty');
  const isReturn = denied === 'return';
  if (item.ofVisitor) return t(isReturn ? 'of-visitors-return' : 'of-visitors-key');
  return t(isReturn ? 'of-own-return' : 'of-own-key');
}
