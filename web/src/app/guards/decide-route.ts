import { type Role, roleAllows } from '@keydesk/shared/users/role';
import { needsRegistration } from '@keydesk/shared/users/user';
import { roleHome } from './role-home.ts';
import { ruleFor } from './route-rules.ts';

/** What the guards need to know of a signed-in person. */
export type GuardedUser = {
  role: Role;
  isVerified: boolean;
  department: string | null;
  facultyId: string | null;
};

export type GuardFacts = {
  user: GuardedUser | null;
  /** The sign-in has only just happened, so the role's page comes before the remembered one. */
  justSignedIn: boolean;
  lastVisited: string | null;
  lastFacultyTab: string | null;
};

const facultyTabs = ['taken', 'keylist'];

const entrance = (path: string, facts: GuardFacts): string | null => {
  const { user, justSignedIn, lastVisited } = facts;
  if (!user) return path === '/login' ? null : '/login';
  if (path === '/') return roleHome(user.role);
  return justSignedIn ? roleHome(user.role) : (lastVisited ?? roleHome(user.role));
};

const registration = (user: GuardedUser | null): string | null => {
  if (!user) return '/login';
  if (!user.isVerified) return '/verify-email';
  return needsRegistration(user) ? null : roleHome(user.role);
};

const indexPage = (path: string, user: GuardedUser, lastFacultyTab: string | null) => {
  if (path === '/dashboard/security') return '/dashboard/security/scanner';
  if (path === '/dashboard/faculty') {
    const tab = facultyTabs.find((known) => known === lastFacultyTab) ?? 'taken';
    return `/dashboard/faculty/${tab}`;
  }
  const home = path === '/dashboard' ? roleHome(user.role) : path;
  return home === path ? null : home;
};

/**
 * Where a visit to `path` must go instead, or null to stay. The order is the specification's:
 * signed out, unverified, role mismatch, registration incomplete.
 */
export const decideRoute = (path: string, facts: GuardFacts): string | null => {
  const { user } = facts;
  if (path === '/' || path === '/login') return entrance(path, facts);
  if (path === '/complete-registration') return registration(user);
  if (path === '/verify-email' && user) return user.isVerified ? roleHome(user.role) : null;
  if (!user) return '/login';
  const rule = ruleFor(path);
  if (!rule) return '/dashboard';
  if (!user.isVerified) return '/verify-email';
  if (rule.roles !== 'anyone' && !roleAllows(user.role, rule.roles)) return '/dashboard';
  if (needsRegistration(user)) return '/complete-registration';
  return indexPage(path, user, facts.lastFacultyTab);
};

/** Whether a page is remembered as the last visited one (spec §2). */
export const isRemembered = (path: string): boolean => ruleFor(path) !== undefined;
