import { may, needsRegistration, type Permission, type Role } from '@keydesk/shared/http/roles';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { session } from '../lib/session.ts';
import { interruptedVisit, lastFacultyTab, lastVisitedRoute } from '../lib/storage.ts';

export type GuardedUser = {
  role: Role;
  isVerified: boolean;
  department: string | null;
  facultyId: string | null;
};

export type GuardInput = {
  user: GuardedUser | null;
  /** Right after a sign-in, the role's home takes precedence over the last visited page. */
  justSignedIn: boolean;
  /** The page of this tab on which their session ended, unless they signed out. */
  interrupted: string | null;
  lastVisited: string | null;
  lastFacultyTab: string | null;
  /** A sign-in was just refused because the email address is not verified. */
  unverified: boolean;
  /** A desk's computer hides holders while no guard is on duty. */
  atDeskComputer: boolean;
};

const facultyTabs = ['taken', 'keylist'];

/**
 * The redirect for a visit to `path`, or null. Enrolment and the page of a key's tag are public.
 * Checks in order: signed out, unverified, role mismatch, registration incomplete.
 */
export function decideRoute(path: string, input: GuardInput): string | null {
  const { user } = input;
  if (path === '/enrol' || /^\/f\/[^/]+$/i.test(path)) return null;
  if (path === '/' || path === '/login') return decideLogin(path, input);
  if (path === '/complete-registration') return decideRegistration(user);
  if (path === '/verify-email') return decideVerification(input);
  if (!user) return '/login';
  const rule = ruleFor(path);
  if (!rule) return '/dashboard';
  if (!user.isVerified) return '/verify-email';
  if (rule.for !== 'anyone' && !may(user.role, rule.for)) return '/dashboard';
  if (needsRegistration(user)) return '/complete-registration';
  if (input.atDeskComputer && rule.for === 'returnForOthers') return '/dashboard';
  return decideIndexPage(path, user, input.lastFacultyTab);
}

function decideLogin(path: string, input: GuardInput): string | null {
  const { user, justSignedIn, interrupted, lastVisited } = input;
  if (!user) return path === '/login' ? null : '/login';
  if (path === '/') return roleHome(user.role);
  if (interrupted !== null) return interrupted;
  return justSignedIn ? roleHome(user.role) : (lastVisited ?? roleHome(user.role));
}

function decideRegistration(user: GuardedUser | null): string | null {
  if (!user) return '/login';
  if (!user.isVerified) return '/verify-email';
  return needsRegistration(user) ? null : roleHome(user.role);
}

function decideVerification({ user, unverified }: GuardInput): string | null {
  if (!user) return unverified ? null : '/login';
  return user.isVerified ? roleHome(user.role) : null;
}

function ruleFor(path: string): RouteRule | undefined {
  return routeRules.find((rule) => rule.path === path || isRecordOf(rule, path));
}

/** Whether the path is a page of one key or person; the page itself checks that it exists. */
function isRecordOf({ path: pattern }: RouteRule, path: string): boolean {
  if (!pattern.endsWith('/$id')) return false;
  const [list, id] = [pattern.slice(0, -'$id'.length), path.slice(pattern.length - '$id'.length)];
  return path.startsWith(list) && id !== '' && !id.includes('/');
}

function decideIndexPage(path: string, user: GuardedUser, lastFacultyTab: string | null) {
  if (path === '/dashboard/security') return '/dashboard/security/scanner';
  if (path === '/dashboard/faculty') {
    const tab = facultyTabs.find((known) => known === lastFacultyTab) ?? 'taken';
    return `/dashboard/faculty/${tab}`;
  }
  const home = path === '/dashboard' ? roleHome(user.role) : path;
  return home === path ? null : home;
}

export function isRemembered(path: string): boolean {
  return ruleFor(path) !== undefined;
}

type RouteRule = { path: string; for: Permission | 'anyone' };

export const routeRules: readonly RouteRule[] = [
  { path: '/dashboard', for: 'anyone' },
  { path: '/dashboard/admin', for: 'administer' },
  { path: '/dashboard/admin/users', for: 'administer' },
  { path: '/dashboard/admin/users/$id', for: 'administer' },
  { path: '/dashboard/admin/keys', for: 'administer' },
  { path: '/dashboard/admin/keys/removed', for: 'administer' },
  { path: '/dashboard/admin/keys/$id', for: 'administer' },
  { path: '/dashboard/admin/settings', for: 'administer' },
  { path: '/dashboard/admin/security', for: 'administer' },
  { path: '/dashboard/admin/reports', for: 'administer' },
  { path: '/dashboard/admin/audit', for: 'administer' },
  { path: '/dashboard/admin/incidents', for: 'administer' },
  { path: '/dashboard/admin/campus', for: 'administer' },
  { path: '/dashboard/admin/campus/$id', for: 'administer' },
  { path: '/dashboard/admin/access', for: 'administer' },
  { path: '/dashboard/admin/system', for: 'administer' },
  { path: '/dashboard/operator', for: 'openOperatorDashboard' },
  { path: '/dashboard/responder', for: 'openResponderPage' },
  { path: '/dashboard/security', for: 'performHandovers' },
  { path: '/dashboard/security/scanner', for: 'performHandovers' },
  { path: '/dashboard/security/available', for: 'performHandovers' },
  { path: '/dashboard/security/unavailable', for: 'performHandovers' },
  { path: '/dashboard/security/overdue', for: 'performHandovers' },
  { path: '/dashboard/count', for: 'performHandovers' },
  { path: '/dashboard/count/$id', for: 'performHandovers' },
  { path: '/dashboard/faculty', for: 'openFacultyPages' },
  { path: '/dashboard/faculty/taken', for: 'openFacultyPages' },
  { path: '/dashboard/faculty/keylist', for: 'openFacultyPages' },
  { path: '/dashboard/collective-return', for: 'returnForOthers' },
  { path: '/dashboard/to-decide', for: 'borrowKeys' },
  { path: '/dashboard/my-access', for: 'borrowKeys' },
  { path: '/dashboard/profile', for: 'anyone' },
  { path: '/dashboard/about', for: 'anyone' },
  { path: '/dashboard/notifications', for: 'anyone' },
];

const homes: Partial<Record<Role, string>> = {
  admin: '/dashboard/admin',
  faculty: '/dashboard/faculty',
  security: '/dashboard/security',
  operator: '/dashboard/operator',
  responder: '/dashboard/responder',
};

/** The home page of a role; /dashboard for an unknown or missing role. */
export function roleHome(role: string | null | undefined): string {
  return homes[role as Role] ?? '/dashboard';
}

export function guard({ location }: { location: ParsedLocation }): void {
  const search: Record<string, unknown> = location.search;
  const path = withoutTrailingSlash(location.pathname);
  const { user, checking, desk } = session.get();
  const target = decideRoute(path, {
    // The sign-in page waits for the server's answer before any redirect.
    user: path === '/login' && checking ? null : user,
    justSignedIn: search.auth === 'success',
    interrupted: user && interruptedPlace(user.id),
    lastVisited: lastVisitedRoute.read(),
    lastFacultyTab: lastFacultyTab.read(),
    unverified: search.reason === 'email_unverified',
    atDeskComputer: desk !== null,
  });
  if (target !== null) throw redirect({ href: target, replace: true });
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}

export function rememberVisit(pathname: string): void {
  const path = withoutTrailingSlash(pathname);
  if (!isRemembered(path)) return;
  lastVisitedRoute.write(path);
  interruptedVisit.clear();
  const tab = /^\/dashboard\/faculty\/(\w+)$/.exec(path)?.[1];
  if (tab) lastFacultyTab.write(tab);
}

type Visit = { userId: string; href: string };

export function rememberInterruption(userId: string): void {
  const { pathname, search } = window.location;
  if (!isRemembered(pathname)) return;
  const visit: Visit = { userId, href: pathname + search };
  interruptedVisit.write(JSON.stringify(visit));
}

/** Null unless this person's session ended in this tab. */
function interruptedPlace(userId: string): string | null {
  const visit = JSON.parse(interruptedVisit.read() ?? 'null') as Visit | null;
  return visit?.userId === userId ? visit.href : null;
}
