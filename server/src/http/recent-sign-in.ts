import { refusal } from '@keydesk/shared/errors';
import type { Principal } from './principal.ts';

/**
 * Refuses a caller who proved longer than `minutes` ago who they are: whoever finds a browser open
 * may then still look, but not change what others may do. 0 minutes ask nobody.
 */
export function requireRecentSignIn(principal: Principal | null, minutes: number): void {
  if (minutes === 0) return;
  if (!principal || isOlder(principal.confirmedAt, minutes))
    throw refusal('SIGN_IN_NOT_RECENT', minutes);
}

export function isOlder(moment: Date, minutes: number): boolean {
  return Date.now() - moment.getTime() > minutes * 60_000;
}
