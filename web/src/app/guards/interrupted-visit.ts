import { interruptedVisit } from '../../lib/storage.ts';
import { isRemembered } from './decide-route.ts';

type Visit = { userId: string; href: string };

/** Remembers where somebody is whose session has just ended. */
export function rememberInterruption(userId: string): void {
  const { pathname, search } = window.location;
  if (!isRemembered(pathname)) return;
  const visit: Visit = { userId, href: pathname + search };
  interruptedVisit.write(JSON.stringify(visit));
}

/** Where this person was in this tab when their session ended, or null. */
export function interruptedPlace(userId: string): string | null {
  const visit = JSON.parse(interruptedVisit.read() ?? 'null') as Visit | null;
  return visit?.userId === userId ? visit.href : null;
}
