import type { MessageTemplate } from '@keydesk/shared/core/message-kinds';
import type { Notification } from '@keydesk/shared/core/notifications';
import type { VisitorAnswer } from '@keydesk/shared/core/visitor-answers';
import { t } from '@keydesk/shared/texts/en/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHasOpened, useMediaQuery } from '../../lib/hooks.ts';
import { onNotification } from '../../lib/live/events.ts';
import { useDeskComputer, useUser } from '../../lib/session.ts';
import { Badge, badgeText } from '../../ui/badge.tsx';
import { IconButton, iconButtonClassName } from '../../ui/button.tsx';
import { LazyPopover, lazyComponent } from '../../ui/lazy-component.tsx';
import { showActionToast, withdrawToast } from '../../ui/toast/show-toast.ts';
import { type CachedNotifications, flattenPages, unreadCountOf } from './notification-cache.ts';
import { deniedIn, destinationOf, isInOnesName, isOver, linkTo } from './notification-text.ts';
import { notificationsQuery, useLiveUnreadCount } from './queries.ts';
import { answerText, useAnswerVisitor } from './visitor-question.tsx';

const NotificationPopup = lazyComponent(
  () => import('./notification-drawer.tsx'),
  'NotificationPopup',
);
const NotificationSheet = lazyComponent(
  () => import('./notification-drawer.tsx'),
  'NotificationSheet',
);

const NotMeDialog = lazyComponent(() => import('./not-me.tsx'), 'NotMeDialog');

export function NotificationBell() {
  useLiveUnreadCount();
  const { data } = useInfiniteQuery(notificationsQuery);
  const { denied, forget } = useNotificationToasts(data);
  const [open, setOpen] = useState(false);
  const sheetOpened = useHasOpened(open);
  const wide = useMediaQuery('(min-width: 40rem)');
  const unread = unreadCountOf(data);
  const label = unread > 0 ? t('unread', { count: badgeText(unread) }) : t('notifications');
  const bell = <BellWithBadge unread={unread} />;

  const hasDenied = useHasOpened(denied !== null);
  const notMe = hasDenied && <NotMeDialog item={denied} onClose={forget} />;

  if (!wide)
    return (
      <>
        {notMe}
        <IconButton
          label={label}
          title={t('notifications')}
          aria-haspopup="dialog"
          icon={bell}
          onClick={() => setOpen(true)}
        />
        {sheetOpened && <NotificationSheet open={open} onClose={() => setOpen(false)} />}
      </>
    );
  const button = {
    'aria-label': label,
    title: t('notifications'),
    className: iconButtonClassName,
    children: bell,
  };
  return (
    <>
      {notMe}
      <LazyPopover
        {...button}
        aria-haspopup="dialog"
        load={NotificationPopup.load}
        loaded={<NotificationPopup button={button} />}
      />
    </>
  );
}

function BellWithBadge({ unread }: { unread: number }) {
  return (
    <span className="flex items-center gap-1">
      <Bell aria-hidden />
      {unread > 0 && <Badge count={unread} tone="accent" />}
    </span>
  );
}

const shownTemplates: readonly (MessageTemplate | undefined)[] = [
  'handover-disputed',
  'sponsor-refuses',
  'visitor-without-sponsor',
  'duty-disputed',
  'key-back',
  'key-not-back',
  'hand-out-undone',
  'proven-return-undone',
  'access-requested',
  'access-approved',
  'access-denied',
];

/**
 * Shows urgent notifications on arrival: handovers in the reader's name, disputes, sponsors,
 * awaited keys, and decisions about access. They go once the list says that they no longer hold or
 * were answered. Returns the message to which the reader has answered Not me, for the question that
 * follows.
 */
function useNotificationToasts(list: CachedNotifications | undefined) {
  const [denied, setDenied] = useState<Notification | null>(null);
  const shown = useRef(new Map<string, Notification['_id']>());
  const navigate = useNavigate();
  const role = useUser()?.role;
  const atDesk = useDeskComputer() !== null;
  const answering = useAnswerVisitor();
  const answerAction = (askId: string, answer: VisitorAnswer) => ({
    label: answerText(answer),
    onPress: () => answering.mutate({ askId, answer }),
  });
  const show = useEffectEvent((arrived: Notification) => {
    const { message, template, visitorAskId: askId } = arrived;
    const about = subjectOf(arrived);
    shown.current.set(about, arrived._id);
    // A desk's computer offers no dispute: its present user may not be the person.
    if (deniedIn(arrived) && !atDesk)
      return showActionToast(
        message,
        { label: t('not-me'), onPress: () => setDenied(arrived) },
        about,
      );
    if (askId && !atDesk)
      return showActionToast(
        message,
        answerAction(askId, 'confirmed'),
        about,
        answerAction(askId, 'refused'),
      );
    const destination =
      role &&
      (shownTemplates.includes(template) || isInOnesName(arrived)) &&
      destinationOf(arrived, role);
    if (destination)
      showActionToast(
        message,
        { label: t('show'), onPress: () => void navigate(linkTo(destination)) },
        about,
      );
  });
  useEffect(() => onNotification((arrived) => show(arrived)), []);
  useEffect(() => {
    for (const item of list ? flattenPages(list) : []) {
      const about = subjectOf(item);
      if (!isOver(item) || shown.current.get(about) !== item._id) continue;
      shown.current.delete(about);
      withdrawToast(about);
    }
  }, [list]);
  return { denied, forget: () => setDenied(null) };
}

/** A later message about the same subject takes the earlier one's place. */
function subjectOf({ _id, keyId, visitorAskId, dutyId }: Notification): string {
  return keyId ?? visitorAskId ?? dutyId ?? _id;
}
