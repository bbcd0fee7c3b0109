import { ProfileCard } from '../../features/auth/profile-card.tsx';
import { PushCard } from '../../features/notifications/push/push-card.tsx';
import { useUser } from '../../lib/session.ts';
import { PageHeader } from '../../ui/page-header.tsx';

/** Profile Settings: read-only (spec §2), and what this device is told. */
export const ProfilePage = () => {
  const user = useUser();
  if (!user) return null;
  return (
    <>
      <PageHeader title="Profile Settings" />
      <ProfileCard user={user} />
      <PushCard userId={user.id} />
    </>
  );
};
