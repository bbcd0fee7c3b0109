import { may, type Role } from '@keydesk/shared/users/role';

export type SidebarIcon =
  | 'home'
  | 'return'
  | 'decide'
  | 'own-access'
  | 'users'
  | 'keys'
  | 'campus'
  | 'access'
  | 'reports'
  | 'audit'
  | 'system'
  | 'notifications'
  | 'profile'
  | 'about';

export type SidebarLink = {
  to: string;
  label: string;
  icon: SidebarIcon;
  /** Not highlighted for pages below its address. */
  exact?: boolean;
  /** How much waits there. */
  count?: number;
};

/** Pages about access that concern the person; a number says how many requests wait for them. */
export type AccessPages = { toDecide: number | null; hasOwn: boolean };

function accessLinks({ toDecide, hasOwn }: AccessPages): SidebarLink[] {
  return [
    ...(toDecide === null
      ? []
      : [
          {
            to: '/dashboard/to-decide',
            label: 'To decide',
            icon: 'decide' as const,
            count: toDecide,
          },
        ]),
    ...(hasOwn
      ? [{ to: '/dashboard/my-access', label: 'My Access', icon: 'own-access' as const }]
      : []),
  ];
}

const volunteerLink: SidebarLink = {
  to: '/dashboard/collective-return',
  label: 'Volunteer Key Return',
  icon: 'return',
};

const adminLinks: readonly SidebarLink[] = [
  { to: '/dashboard/admin/keys', label: 'Manage Keys', icon: 'keys' },
  { to: '/dashboard/admin/campus', label: 'Campus', icon: 'campus' },
  { to: '/dashboard/admin/access', label: 'Access', icon: 'access' },
  { to: '/dashboard/admin/reports', label: 'View Reports', icon: 'reports' },
  { to: '/dashboard/admin/audit', label: 'Audit Log', icon: 'audit' },
  { to: '/dashboard/admin/system', label: 'System', icon: 'system' },
];

function manageUsersLink(count: number): SidebarLink {
  return { to: '/dashboard/admin/users', label: 'Manage Users', icon: 'users', count };
}

/**
 * The links in the sidebar of a role; Logout follows below them. A desk's computer issues no codes
 * and, locked, names nobody: it has no Volunteer Key Return.
 */
export function sidebarLinks(
  role: Role,
  home: string,
  access: AccessPages = { toDecide: null, hasOwn: false },
  waitingUsers = 0,
  atDeskComputer = false,
): readonly SidebarLink[] {
  return [
    { to: home, label: 'Home', icon: 'home', exact: role === 'admin' },
    ...(may(role, 'returnForOthers') && !atDeskComputer ? [volunteerLink] : []),
    ...accessLinks(access),
    ...(may(role, 'administer') ? [manageUsersLink(waitingUsers), ...adminLinks] : []),
    { to: '/dashboard/notifications', label: 'Notifications', icon: 'notifications' },
    { to: '/dashboard/profile', label: 'Profile', icon: 'profile' },
    { to: '/dashboard/about', label: 'About Us', icon: 'about' },
  ];
}
