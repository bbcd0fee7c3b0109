import { may, type Role } from '@keydesk/shared/http/roles';
import { t } from '@keydesk/shared/texts/en/shell';
import { Link, useLocation } from '@tanstack/react-router';
import {
  Bell,
  ChartLine,
  ClipboardCheck,
  House,
  Info,
  KeyRound,
  KeySquare,
  LogOut,
  type LucideIcon,
  ScrollText,
  Settings,
  Undo2,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { useState } from 'react';
import { useStoredFlag, useWideScreen } from '../../lib/hooks.ts';
import { sidebarCollapsed } from '../../lib/storage.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';

const itemClassName =
  'relative flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-sm font-semibold text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:text-accent [&_svg]:size-5 [&_svg]:shrink-0';

type SidebarNavProps = {
  groups: readonly SidebarLink[][];
  /** Shows only icons; the labels remain for screen readers. */
  narrow: boolean;
  onNavigate?: () => void;
  onLogout: () => void;
};

export function SidebarNav({ groups, narrow, onNavigate, onLogout }: SidebarNavProps) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const labelClassName = narrow ? 'sr-only' : 'min-w-0 lg:truncate';
  const itemOf = (link: SidebarLink) => {
    const Icon = link.icon;
    const isInside = link.covers?.some((page) => path.startsWith(page));
    return (
      <Link
        key={link.to}
        to={link.to}
        title={narrow ? link.label : undefined}
        activeOptions={{ exact: link.exact ?? false }}
        onClick={() => onNavigate?.()}
        className={itemClassName}
        {...(isInside && { 'data-status': 'active' })}
      >
        <Icon aria-hidden />
        <span className={labelClassName}>{link.label}</span>
        {link.count !== undefined && link.count > 0 && (
          <Badge
            count={link.count}
            tone="accent"
            className={narrow ? 'absolute top-0.5 end-0.5' : 'ms-auto'}
          />
        )}
      </Link>
    );
  };
  const [pages = [], more = [], own = []] = groups;
  return (
    <nav aria-label={t('main')} className="flex h-full flex-col gap-1 overflow-y-auto p-3">
      {pages.map(itemOf)}
      {more.length > 0 && <hr className="mx-3 my-2 border-line" />}
      {more.map(itemOf)}
      <div aria-hidden className="mt-auto" />
      {own.map(itemOf)}
      <button
        type="button"
        title={narrow ? t('logout') : undefined}
        onClick={onLogout}
        className={classNames(itemClassName, 'text-start')}
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
  const [collapsed, setCollapsed] = useStoredFlag(sidebarCollapsed);
  const [overlayOpen, setOverlayOpen] = useState(false);
  if (wide && overlayOpen) setOverlayOpen(false);
  const toggle = () => {
    if (wide) setCollapsed(!collapsed);
    else setOverlayOpen(!overlayOpen);
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
  /** Addresses of pages elsewhere for which it is highlighted, too. */
  covers?: readonly string[];
  count?: number;
};

/** Access pages that concern the person; `toDecide` counts requests that await them. */
export type AccessPages = { toDecide: number | null; hasOwn: boolean };

type SidebarInput = {
  role: Role;
  home: string;
  access?: AccessPages;
  waitingUsers?: number;
  /** It issues no codes and hides names while locked, so it has no Volunteer Key Return. */
  atDeskComputer?: boolean;
};

/** The links in three groups: the role's pages, what runs the campus, and one's own, above Logout. */
export function sidebarLinks({
  role,
  home,
  access: { toDecide, hasOwn } = { toDecide: null, hasOwn: false },
  waitingUsers = 0,
  atDeskComputer = false,
}: SidebarInput): SidebarLink[][] {
  const isAdmin = may(role, 'administer');
  return [
    [
      { to: home, label: t('home'), icon: House, exact: isAdmin },
      ...(isAdmin ? adminPages(waitingUsers, toDecide ?? 0) : []),
      ...(may(role, 'returnForOthers') && !atDeskComputer ? [volunteerReturn()] : []),
      // Owners also give access there.
      ...(toDecide !== null && !isAdmin ? [requests(toDecide)] : []),
      ...(hasOwn ? [myAccess()] : []),
    ],
    isAdmin ? [auditLog(), settings()] : [],
    [
      { to: '/dashboard/notifications', label: t('notifications'), icon: Bell },
      { to: '/dashboard/profile', label: t('profile'), icon: UserRound },
      { to: '/dashboard/about', label: t('about-us'), icon: Info },
    ],
  ];
}

function adminPages(waitingUsers: number, toDecide: number): SidebarLink[] {
  const keyPages = ['/dashboard/admin/incidents', '/dashboard/count', '/dashboard/to-decide'];
  return [
    {
      to: '/dashboard/admin/users',
      label: t('manage-users'),
      icon: UsersRound,
      count: waitingUsers,
    },
    {
      to: '/dashboard/admin/keys',
      label: t('manage-keys'),
      icon: KeyRound,
      covers: keyPages,
      count: toDecide,
    },
    { to: '/dashboard/admin/reports', label: t('view-reports'), icon: ChartLine },
  ];
}

function volunteerReturn(): SidebarLink {
  return { to: '/dashboard/collective-return', label: t('volunteer-key-return'), icon: Undo2 };
}

function requests(count: number): SidebarLink {
  return { to: '/dashboard/to-decide', label: t('to-decide'), icon: ClipboardCheck, count };
}

function myAccess(): SidebarLink {
  return { to: '/dashboard/my-access', label: t('my-access'), icon: KeySquare };
}

function auditLog(): SidebarLink {
  return { to: '/dashboard/admin/audit', label: t('audit-log'), icon: ScrollText };
}

function settings(): SidebarLink {
  const pages = ['security', 'access', 'campus', 'system'];
  return {
    to: '/dashboard/admin/settings',
    label: t('settings'),
    icon: Settings,
    covers: pages.map((page) => `/dashboard/admin/${page}`),
  };
}
