import { Link } from '@tanstack/react-router';
import {
  ChartLine,
  KeyRound,
  type LucideIcon,
  ScrollText,
  ShieldCheck,
  UsersRound,
} from 'lucide-react';

const actions: readonly { to: string; label: string; Icon: LucideIcon }[] = [
  { to: '/dashboard/admin/users', label: 'Manage Users', Icon: UsersRound },
  { to: '/dashboard/admin/keys', label: 'Manage Keys', Icon: KeyRound },
  { to: '/dashboard/admin/security', label: 'Security Settings', Icon: ShieldCheck },
  { to: '/dashboard/admin/reports', label: 'View Reports', Icon: ChartLine },
  { to: '/dashboard/admin/audit', label: 'Audit Log', Icon: ScrollText },
];

/** The ways into administration. */
export const ActionLinks = () => (
  <nav
    aria-label="Administration"
    className="mb-8 grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 xl:grid-cols-5"
  >
    {actions.map(({ to, label, Icon }) => (
      <Link
        key={to}
        to={to}
        className="card flex min-h-12 items-center gap-2 px-3 text-sm font-semibold sm:gap-3 sm:px-4 transition-colors duration-150 hover:border-accent hover:text-accent max-sm:last:col-span-2"
      >
        <Icon aria-hidden className="size-5 shrink-0 text-accent" />
        <span className="min-w-0 flex-1 truncate">{label}</span>
      </Link>
    ))}
  </nav>
);
