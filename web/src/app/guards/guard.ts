import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { session } from '../../lib/session.ts';
import { interruptedVisit, lastFacultyTab, lastVisitedRoute } from '../../lib/storage.ts';
import { decideRoute, isRemembered } from './decide-route.ts';
import { interruptedPlace } from './interrupted-visit.ts';

/** Runs before every visit; throws a redirect where the rules require one. */
export function guard({ location }: { location: ParsedLocation }): void {
  const search: Record<string, unknown> = location.search;
  const path = withoutTrailingSlash(location.pathname);
  const { user, checking, desk } = session.get();
  const target = decideRoute(path, {
    // The sign-in page waits for the server's answer before it redirects anybody.
    user: path === '/login' && checking ? null : user,
    justSignedIn: search.auth === 'success',
    interrupted: user && interruptedPlace(user.id),
    lastVisited: lastVisitedRoute.read(),
    lastFacultyTab: lastFacultyTab.read(),
    unverified: search.error === 'email_unverified',
    atDeskComputer: desk !== null,
  });
  if (target !== null) throw redirect({ href: target, replace: true });
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}

/** Remembers the page that was visited. */
export function rememberVisit(pathname: string): void {
  const path = withoutTrailingSlash(pathname);
  if (!isRemembered(path)) return;
  lastVisitedRoute.write(path);
  interruptedVisit.clear();
  const tab = /^\/dashboard\/faculty\/(\w+)$/.exec(path)?.[1];
  if (tab) lastFacultyTab.write(tab);
}
