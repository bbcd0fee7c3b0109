import { may, type Role } from '@keydesk/shared/http/roles';
import { t } from '@keydesk/shared/texts/en/shell';
import { Link } from '@tanstack/react-router';
import {
  Bell,
  ChartLine,
  ClipboardCheck,
  House,
  Info,
  KeyRound,
  KeySquare,
  ListChecks,
  LogOut,
  type LucideIcon,
  School,
  ScrollText,
  SearchX,
  Server,
  ShieldCheck,
  Undo2,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { useState } from 'react';
import { useWideScreen } from '../../lib/hooks.ts';
import { sidebarCollapsed } from '../../lib/storage.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';

const itemClassName =
  'relative flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-[0.9375rem] font-medium text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:text-accent [&_svg]:size-5 [&_svg]:shrink-0';

type SidebarNavProps = {
  links: readonly SidebarLink[];
  /** Shows only icons; the labels remain for screen readers. */
  narrow: boolean;
  onNavigate?: () => void;
  onLogout: () => void;
};

export function SidebarNav({ links, narrow, onNavigate, onLogout }: SidebarNavProps) {
  const labelClassName = narrow ? 'sr-only' : 'min-w-0 lg:truncate';
  return (
    <nav aria-label={t('main')} className="flex h-full flex-col gap-1 overflow-y-auto p-3">
      {links.map((link) => {
        const Icon = link.icon;
        return (
          <Link
            key={link.to}
            to={link.to}
            title={narrow ? link.label : undefined}
            activeOptions={{ exact: link.exact ?? false }}
            onClick={() => onNavigate?.()}
            className={itemClassName}
          >
            <Icon aria-hidden />
            <span className={labelClassName}>{link.label}</span>
            {link.count !== undefined && link.count > 0 && (
              <Badge
                count={link.count}
                tone="accent"
                className={narrow ? 'absolute top-0.5 right-0.5' : 'ml-auto'}
              />
            )}
          </Link>
        );
      })}
      <button
        type="button"
        title={narrow ? t('logout') : undefined}
        onClick={onLogout}
        className={classNames(itemClassName, 'mt-auto text-left')}
      >
        <LogOut aria-hidden />
        <span className={labelClassName}>{t('logout')}</span>
      </button>
    </nav>
  );
}

/** Whether the sidebar is open: on wide screens unless collapsed, on narrow ones on demand. */
export function useSidebar() {
  const wide = useWideScreen();
  const [collapsed, setCollapsed] = useState(() => sidebarCollapsed.read() === 'yes');
  const [overlayOpen, setOverlayOpen] = useState(false);
  if (wide && overlayOpen) setOverlayOpen(false);
  const toggle = () => {
    if (!wide) return setOverlayOpen(!overlayOpen);
    sidebarCollapsed.write(collapsed ? 'no' : 'yes');
    setCollapsed(!collapsed);
  };
  return {
    wide,
    open: wide ? !collapsed : overlayOpen,
    toggle,
    close: () => setOverlayOpen(false),
  };
}

type SidebarLink = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Not highlighted for pages below its address. */
  exact?: boolean;
  count?: number;
};

/** Access pages that concern the person; `toDecide` counts requests that await them. */
export type AccessPages = { toDecide: number | null; hasOwn: boolean };

function volunteerLink(): SidebarLink {
  return { to: '/dashboard/collective-return', label: t('volunteer-key-return'), icon: Undo2 };
}

function countLink(): SidebarLink {
  return { to: '/dashboard/count', label: t('count'), icon: ListChecks };
}

function ownAccessLink(): SidebarLink {
  return { to: '/dashboard/my-access', label: t('my-access'), icon: KeySquare };
}

function toDecideLink(count: number): SidebarLink {
  return { to: '/dashboard/to-decide', label: t('to-decide'), icon: ClipboardCheck, count };
}

function adminLinks(): readonly SidebarLink[] {
  return [
    { to: '/dashboard/admin/keys', label: t('manage-keys'), icon: KeyRound },
    { to: '/dashboard/admin/incidents', label: t('incidents'), icon: SearchX },
    { to: '/dashboard/admin/campus', label: t('campus'), icon: School },
    { to: '/dashboard/admin/access', label: t('access'), icon: ShieldCheck },
    { to: '/dashboard/admin/reports', label: t('view-reports'), icon: ChartLine },
    { to: '/dashboard/admin/audit', label: t('audit-log'), icon: ScrollText },
    { to: '/dashboard/admin/system', label: t('system'), icon: Server },
  ];
}

function manageUsersLink(count: number): SidebarLink {
  return { to: '/dashboard/admin/users', label: t('manage-users'), icon: UsersRound, count };
}

/**
 * The sidebar links of a role, above Logout. A desk's computer issues no codes and hides names
 * while locked, so it has no Volunteer Key Return.
 */
export function sidebarLinks(
  role: Role,
  home: string,
  access: AccessPages = { toDecide: null, hasOwn: false },
  waitingUsers = 0,
  atDeskComputer = false,
): readonly SidebarLink[] {
  return [
    { to: home, label: t('home'), icon: House, exact: role === 'admin' },
    ...(may(role, 'returnForOthers') && !atDeskComputer ? [volunteerLink()] : []),
    ...(may(role, 'performHandovers') ? [countLink()] : []),
    ...(access.toDecide === null ? [] : [toDecideLink(access.toDecide)]),
    ...(access.hasOwn ? [ownAccessLink()] : []),
    ...(may(role, 'administer') ? [manageUsersLink(waitingUsers), ...adminLinks()] : []),
    { to: '/dashboard/notifications', label: t('notifications'), icon: Bell },
    { to: '/dashboard/profile', label: t('profile'), icon: UserRound },
    { to: '/dashboard/about', label: t('about-us'), icon: Info },
  ];
}
