import { may, type Role } from '@keydesk/shared/users/role';

export type SidebarIcon =
  | 'home'
  | 'return'
  | 'users'
  | 'keys'
  | 'campus'
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
};

const volunteerLink: SidebarLink = {
  to: '/dashboard/collective-return',
  label: 'Volunteer Key Return',
  icon: 'return',
};

const adminLinks: readonly SidebarLink[] = [
  { to: '/dashboard/admin/users', label: 'Manage Users', icon: 'users' },
  { to: '/dashboard/admin/keys', label: 'Manage Keys', icon: 'keys' },
  { to: '/dashboard/admin/campus', label: 'Campus', icon: 'campus' },
  { to: '/dashboard/admin/reports', label: 'View Reports', icon: 'reports' },
  { to: '/dashboard/admin/audit', label: 'Audit Log', icon: 'audit' },
  { to: '/dashboard/admin/system', label: 'System', icon: 'system' },
];

/** The links in the sidebar of a role; Logout follows below them. */
export function sidebarLinks(role: Role, home: string): readonly SidebarLink[] {
  return [
    { to: home, label: 'Home', icon: 'home', exact: role === 'admin' },
    ...(may(role, 'returnForOthers') ? [volunteerLink] : []),
    ...(may(role, 'administer') ? adminLinks : []),
    { to: '/dashboard/notifications', label: 'Notifications', icon: 'notifications' },
    { to: '/dashboard/profile', label: 'Profile', icon: 'profile' },
    { to: '/dashboard/about', label: 'About Us', icon: 'about' },
  ];
}
