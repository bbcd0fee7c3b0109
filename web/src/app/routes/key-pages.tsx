import { may } from '@keydesk/shared/http/roles';
import { t } from '@keydesk/shared/texts/en/shell';
import { Link, Outlet } from '@tanstack/react-router';
import { useUser } from '../../lib/session.ts';

/** The lists about keys; admins switch between them. */
export function KeyPagesLayout() {
  const user = useUser();
  return (
    <>
      {user && may(user.role, 'administer') && <KeyPagesNav />}
      <Outlet />
    </>
  );
}

function KeyPagesNav() {
  return (
    <nav
      aria-label={t('key-lists')}
      className="mb-4 flex w-fit max-w-full flex-wrap gap-1 rounded-control bg-sunken p-1 ring-1 ring-line ring-inset print:hidden"
    >
      {keyPages.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className="flex min-h-11 items-center rounded-[0.5625rem] px-2 text-sm sm:px-3 font-medium text-muted transition-colors duration-150 hover:text-ink data-[status=active]:bg-raised data-[status=active]:text-ink data-[status=active]:shadow-sm"
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}

const keyPages = [
  { to: '/dashboard/admin/keys', label: 'all-keys' },
  { to: '/dashboard/admin/incidents', label: 'reported' },
  { to: '/dashboard/to-decide', label: 'to-decide' },
  { to: '/dashboard/count', label: 'counts' },
  { to: '/dashboard/admin/keys/removed', label: 'removed' },
] as const;
