import type { SessionOver, SessionOverReason } from '@keydesk/shared/auth/session-end';
import { formatDateTime, formatDay, formatTime } from '../../lib/format.ts';

/** Why somebody was signed out and when, in a sentence; `now` in Unix milliseconds. */
export function signedOutText({ reason, since, limit = 0 }: SessionOver, now: number): string {
  const textFor = reasonTexts[reason] ?? reasonTexts.revoked;
  return `You were signed out ${momentText(since, now)} ${textFor(limit)}.`;
}

/** "at" a time of today, or "on" another day. */
function momentText(instant: string, now: number): string {
  const moment = Date.parse(instant);
  return formatDay(moment, now) === 'today'
    ? `at ${formatTime(moment)}`
    : `on ${formatDateTime(instant)}`;
}

const reasonTexts: Record<SessionOverReason, (limit: number) => string> = {
  idle: (minutes) => `because nobody used this page for ${minutes} minutes`,
  expired: (hours) =>
    `because a session lasts ${hours === 1 ? 'an hour' : `${hours} hours`} at most`,
  elsewhere: () => 'from another device of yours',
  replaced: () => 'because this account signed in on another device',
  revoked: () => 'by an administrator or from another device',
  closed: () => 'because this account was closed',
  'computer-removed': () => 'because this is no longer a computer of its desk',
  'signed-out': () => 'in this browser',
};
