import { may } from '@keydesk/shared/http/roles';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { Link, Outlet } from '@tanstack/react-router';
import { BackTo } from '../../features/administration/record-page.tsx';
import { useUser } from '../../lib/session.ts';

/** The further lists about keys, which admins open from *Manage Keys*. */
export function KeyPagesLayout() {
  const user = useUser();
  return (
    <>
      {user && may(user.role, 'administer') && (
        <BackTo>
          <Link to="/dashboard/admin/keys">{t('manage-keys')}</Link>
        </BackTo>
      )}
      <Outlet />
    </>
  );
}
