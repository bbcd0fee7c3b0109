import { roleAllows } from '@keydesk/shared/users/role';
import { Outlet } from '@tanstack/react-router';
import { signOut } from '../../features/auth/sign-out.ts';
import { OpenKeyContext } from '../../features/keys/open-key.ts';
import { Shell } from '../../features/layout/shell.tsx';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { useUser } from '../../lib/session.ts';
import { useConfirmation } from '../../lib/sign-in-confirmation.ts';
import { late } from '../../ui/late.tsx';
import { roleHome } from '../guards/role-home.ts';
import { OfflineNotice } from '../offline/offline-notice.tsx';
import { useOpenKey } from './use-open-key.ts';

const KeyDetails = late(() => import('./key-details.tsx').then((module) => module.KeyDetails));

const ConfirmSignInDialog = late(() =>
  import('../../features/auth/confirm-sign-in-dialog.tsx').then(
    (module) => module.ConfirmSignInDialog,
  ),
);

/** The frame around every page of the dashboard, and what opens over any of them. */
export const DashboardShell = () => {
  const user = useUser();
  const { shownId, open, openKey, closeKey } = useOpenKey();
  const settleConfirmation = useConfirmation();
  if (!user) return null;
  const seesKeys = roleAllows(user.role, ['faculty', 'security']);
  return (
    <Shell
      user={user}
      home={roleHome(user.role)}
      onLogout={() => void signOut()}
      bell={<NotificationBell />}
    >
      <OfflineNotice />
      <OpenKeyContext value={seesKeys ? openKey : null}>
        <Outlet />
      </OpenKeyContext>
      {seesKeys && shownId !== null && (
        <KeyDetails key={shownId} keyId={shownId} open={open} onClose={closeKey} />
      )}
      {settleConfirmation && (
        <ConfirmSignInDialog
          onSettled={settleConfirmation}
          onClose={() => settleConfirmation(false)}
        />
      )}
    </Shell>
  );
};
