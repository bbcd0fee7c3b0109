import type { Notification } from '@keydesk/shared/notifications/notification';
import { may, type Role } from '@keydesk/shared/users/role';
import { notificationKind } from './notification-text.ts';

/** An address within the application; '.' is the page that is open. */
export type Destination = { to: string; key?: string; search?: Record<string, string> };

/** The same as the router takes it; a key's details open over the page, which stays as it is. */
export function linkTo({ to, key, search }: Destination) {
  return key === undefined
    ? { to: to as '/', ...(search && { search: search as object }) }
    : { to: to as '/', search: (before: object) => ({ ...before, key }), resetScroll: false };
}

/** Where a reader finds what a notification is about; null if there is no such place for them. */
export function destinationOf(
  { title, keyId, link }: Pick<Notification, 'title' | 'keyId' | 'link'>,
  role: Role,
): Destination | null {
  if (link && link !== listPath) return placeOf(link);
  if (keyId && may(role, 'seeKeys')) return { to: '.', key: keyId };
  switch (notificationKind(title)) {
    case 'reminder':
    case 'returned':
      return ownKeys(role);
    case 'unreturned':
      return may(role, 'performHandovers') ? overdueKeys : null;
    case 'alert':
      return may(role, 'administer') ? { to: '/dashboard/admin/audit' } : null;
    default:
      if (title === departmentTitle) return may(role, 'performHandovers') ? overdueKeys : null;
      return title === 'Key Taken' ? ownKeys(role) : adminPage(title, role);
  }
}

/** Where notifications stand, which some that were stored earlier link to. */
const listPath = '/dashboard/notifications';

const departmentTitle = 'Overdue Keys of Your Department';

/** A path of this application, as the router takes it. */
function placeOf(link: string): Destination {
  const { pathname, searchParams } = new URL(link, 'http://app.invalid');
  const search = Object.fromEntries(searchParams);
  return { to: pathname, ...(searchParams.size > 0 && { search }) };
}

const keysOut = { to: '/dashboard/security/unavailable' };
const overdueKeys = { to: '/dashboard/security/overdue' };

/** Where people find the keys that they have. */
function ownKeys(role: Role): Destination | null {
  if (may(role, 'openFacultyPages')) return { to: '/dashboard/faculty/taken' };
  return may(role, 'performHandovers') ? keysOut : null;
}

function adminPage(title: string, role: Role): Destination | null {
  const to = adminPages[title];
  return to && may(role, 'administer') ? { to } : null;
}

/** By the titles that the server gives. */
const adminPages: Readonly<Record<string, string>> = {
  'Registration waiting': '/dashboard/admin/users',
  'Name changed': '/dashboard/admin/users',
  'Audit Log Reduced': '/dashboard/admin/security',
  'Backup Failed': '/dashboard/admin/system',
};
