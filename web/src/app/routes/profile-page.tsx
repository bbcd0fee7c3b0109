import { OwnSessions } from '../../features/auth/own-sessions.tsx';
import { MyDataCard, ProfileCard } from '../../features/auth/profile-card.tsx';
import { PushCard } from '../../features/notifications/push-card.tsx';
import { useUser } from '../../lib/session.ts';
import { PageHeader } from '../../ui/page.tsx';

/** Profile Settings: profile (read-only), push notifications, sessions and own data. */
export function ProfilePage() {
  const user = useUser();
  if (!user) return null;
  return (
    <>
      <PageHeader title="Profile Settings" />
      <ProfileCard user={user} />
      <PushCard userId={user.id} />
      <OwnSessions />
      <MyDataCard />
    </>
  );
}
