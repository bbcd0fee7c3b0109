import type { SessionOver, SessionOverReason } from '@keydesk/shared/auth/session-end';

/** Why somebody was signed out and when, in a sentence; `now` in Unix milliseconds. */
export function signedOutText({ reason, since, limit = 0 }: SessionOver, now: number): string {
  const textFor = reasonTexts[reason] ?? reasonTexts.revoked;
  return `You were signed out ${momentText(new Date(since), now)} ${textFor(limit)}.`;
}

/** "at" a time of today, or "on" another day. */
function momentText(moment: Date, now: number): string {
  const isToday = moment.toDateString() === new Date(now).toDateString();
  const format = new Intl.DateTimeFormat(undefined, {
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'medium' }),
  });
  return `${isToday ? 'at' : 'on'} ${format.format(moment)}`;
}

const reasonTexts: Record<SessionOverReason, (limit: number) => string> = {
  idle: (minutes) => `because nobody used this page for ${minutes} minutes`,
  expired: (hours) =>
    `because a session lasts ${hours === 1 ? 'an hour' : `${hours} hours`} at most`,
  elsewhere: () => 'from another device of yours',
  replaced: () => 'because this account signed in on another device',
  revoked: () => 'by an administrator or from another device',
  closed: () => 'because this account was closed',
  'signed-out': () => 'in this browser',
};
