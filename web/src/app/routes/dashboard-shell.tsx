import { Outlet } from '@tanstack/react-router';
import { signOut } from '../../features/auth/sign-out.ts';
import { Shell } from '../../features/layout/shell.tsx';
import { useUser } from '../../lib/session.ts';
import { roleHome } from '../guards/role-home.ts';

/** The frame around every page of the dashboard. */
export const DashboardShell = () => {
  const user = useUser();
  if (!user) return null;
  return (
    <Shell user={user} home={roleHome(user.role)} onLogout={() => void signOut()}>
      <Outlet />
    </Shell>
  );
};
