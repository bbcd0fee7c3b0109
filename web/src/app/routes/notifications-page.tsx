import { NotBuiltPage } from './not-built-page.tsx';

export const NotificationsPage = () => <NotBuiltPage title="Notifications" />;
