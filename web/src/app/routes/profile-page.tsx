import { ProfileCard } from '../../features/auth/profile-card.tsx';
import { useUser } from '../../lib/session.ts';
import { PageHeader } from '../../ui/page-header.tsx';

/** Profile Settings: read-only (spec §2). */
export const ProfilePage = () => {
  const user = useUser();
  return (
    <>
      <PageHeader title="Profile Settings" />
      {user && <ProfileCard user={user} />}
    </>
  );
};
