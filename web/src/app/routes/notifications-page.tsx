import { NotificationActions } from '../../features/notifications/notification-actions.tsx';
import { NotificationList } from '../../features/notifications/notification-list.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** All notifications, to read, to mark and to refresh. */
export const NotificationsPage = () => (
  <>
    <PageHeader title="Notifications" action={<NotificationActions />} />
    <NotificationList />
  </>
);
