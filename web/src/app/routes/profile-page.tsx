import { useState } from 'react';
import { OwnSessions } from '../../features/auth/own-sessions.tsx';
import { MyDataCard, ProfileCard } from '../../features/auth/profile-card.tsx';
import { DutyCard } from '../../features/duty/duty-card.tsx';
import { MessagePreferences } from '../../features/notifications/message-preferences.tsx';
import { PushCard } from '../../features/notifications/push-card.tsx';
import { useDeskComputer, useUser } from '../../lib/session.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page.tsx';

const DutyCodeModal = lazyComponent(() =>
  import('../../features/codes/duty-code-modal.tsx').then((module) => module.DutyCodeModal),
);

/**
 * Profile Settings: profile (read-only), duty, push notifications, messages, sessions and own data. At a desk's
 * computer nobody changes anything about an account.
 */
export function ProfilePage() {
  const user = useUser();
  const desk = useDeskComputer();
  const [showsCode, setShowsCode] = useState(false);
  if (!user) return null;
  return (
    <>
      <PageHeader title="Profile Settings" />
      {desk ? (
        <Notice tone="info" className="max-w-2xl">
          This is {desk.computer.name} of {desk.desk.name}. Your own settings are on your phone, or
          wherever else you sign in.
        </Notice>
      ) : (
        <>
          <ProfileCard user={user} />
          {user.role === 'security' && <DutyCard onShowCode={() => setShowsCode(true)} />}
          <PushCard userId={user.id} />
          <MessagePreferences />
          <OwnSessions />
          <MyDataCard />
        </>
      )}
      {showsCode && <DutyCodeModal onClose={() => setShowsCode(false)} />}
    </>
  );
}
