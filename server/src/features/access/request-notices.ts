import { momentText } from '@keydesk/shared/moment-text';
import { may, type Role } from '@keydesk/shared/users/role';
import type { NewNotification } from '../notifications/index.ts';
import type { RequestRow } from './request-queries.ts';

/** When a message is read, as clocks on the campus show it. */
type MessageClock = { now: Date; timezone: string };

/** What those who decide about a request are told. The page that it leads to decides, not the link. */
export function askNotices(
  request: RequestRow,
  userIds: readonly string[],
  { now, timezone }: MessageClock,
): NewNotification[] {
  const { userName, keyNumber, purpose, wantedUntil } = request;
  const until = momentText(wantedUntil, now, timezone);
  return userIds.map((userId) => ({
    userId,
    kind: 'access',
    title: 'Access Requested',
    message: `Somebody asks for access: ${userName} wants key ${keyNumber} until ${until}: "${purpose}"`,
    aboutId: request.keyId,
    requestId: request.id,
    link: '/dashboard/to-decide',
    at: now,
  }));
}

type Decision = { deciderName: string; note: string | null; until: Date | null; role: Role };

/** What the person who asked is told; `until` is null if the request was denied. */
export function decisionNotice(
  request: RequestRow,
  { deciderName, note, until, role }: Decision,
  { now, timezone }: MessageClock,
): NewNotification {
  const { userId, keyId, keyNumber } = request;
  const said = note ? `: "${note}"` : '.';
  const about = { userId, kind: 'access', aboutId: keyId, at: now } as const;
  if (until === null)
    return {
      ...about,
      title: 'Access Denied',
      message: `Your request for key ${keyNumber} was denied by ${deciderName}${said}`,
      link: ownAccessLink,
    };
  const showsCode = may(role, 'openFacultyPages');
  return {
    ...about,
    requestId: request.id,
    title: 'Access Approved',
    message: `You may take key ${keyNumber} until ${momentText(until, now, timezone)}. ${deciderName} approved it${said}`,
    link: showsCode ? `/dashboard/faculty/keylist?code=key-request.${keyId}` : ownAccessLink,
  };
}

/** What the person who asked is told if nobody decided, or the key was deleted. */
export function expiryNotice(request: RequestRow, now: Date): NewNotification {
  const { userId, keyId, keyNumber, keyIsGone } = request;
  return {
    userId,
    kind: 'access',
    title: 'Request Expired',
    message: keyIsGone
      ? `Key ${keyNumber} was deleted, so your request for it has ended.`
      : `Nobody has decided about your request for key ${keyNumber} in time.`,
    aboutId: keyId,
    link: ownAccessLink,
    at: now,
  };
}

const ownAccessLink = '/dashboard/my-access';
