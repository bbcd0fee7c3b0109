import { minuteMs } from '@keydesk/shared/core/dates';
import { joinedText, largestUnitText } from '@keydesk/shared/core/formats';
import type { MessageTemplate } from '@keydesk/shared/core/message-kinds';
import type { Notification } from '@keydesk/shared/core/notifications';
import { may, type Role } from '@keydesk/shared/http/roles';
import type { Handover } from '@keydesk/shared/loans/undo-reasons';
import { t } from '@keydesk/shared/texts/en/notifications';
import { ApiError, getErrorMessage } from '../../lib/api.ts';

/** How long ago: 'just now', minutes, hours or days. */
export function formatTimeAgo(instant: string, now: number): string {
  const passed = now - Date.parse(instant);
  if (Number.isNaN(passed)) return t('invalid-date');
  return passed < minuteMs ? t('just-now') : t('ago', { duration: largestUnitText(passed) });
}

/**
 * 'See More (n more)' for `rest` hidden notifications, null if there are none. A plus means that
 * `older` ones were not counted.
 */
export function seeMoreLabel(rest: number, older: boolean): string | null {
  return rest > 0 ? t('see-more', { count: rest, more: older ? 'yes' : 'no' }) : null;
}

export function loadErrorMessage(cause: unknown): string {
  return cause instanceof ApiError && cause.status === 401
    ? t('please-log-in')
    : getErrorMessage(cause);
}

/** What has changed since the notification; null if it still holds. */
export function sinceText({
  undone,
  gone,
  over,
  template,
}: Pick<Notification, 'undone' | 'gone' | 'over' | 'template'>): string | null {
  if (undone) return t('undone-since', { what: joinedText(undone) });
  if (over) return template === 'handover-disputed' ? t('settled-since') : t('no-longer-so');
  return gone ? t('not-at-desk-now') : null;
}

/** Whether the notification no longer holds, or the reader has answered it. */
export function isOver(item: Notification): boolean {
  const { disputed, answered, askedNoMore } = item;
  return sinceText(item) !== null || Boolean(disputed || answered || askedNoMore);
}

/** Whether something was done in the reader's name. Older messages do not have their kind. */
export function isInOnesName({
  kind,
  loanId,
  dutyId,
}: Pick<Notification, 'kind' | 'loanId' | 'dutyId'>): boolean {
  const isOfLoan = kind === undefined || kind === 'lent' || kind === 'your-name';
  return dutyId !== undefined || (loanId !== undefined && isOfLoan);
}

/** What *Not me* denies of a message; null if nothing. An undone hand-out is no longer recorded. */
export function deniedIn(
  item: Pick<Notification, 'kind' | 'loanId' | 'dutyId' | 'template'>,
): Handover | 'duty' | null {
  if (item.dutyId !== undefined) return 'duty';
  if (!isInOnesName(item)) return null;
  return item.template ? (deniedByTemplate[item.template] ?? null) : 'hand-out';
}

const deniedByTemplate: Partial<Record<MessageTemplate, Handover>> = {
  'key-lent': 'hand-out',
  'return-undone': 'return',
};

/** An address within the application; '.' is the current page. */
export type Destination = { to: string; key?: string; search?: Record<string, string> };

/** The link for the router. A key's details open over the current page. */
export function linkTo({ to, key, search }: Destination) {
  return key === undefined
    ? { to: to as '/', ...(search && { search: search as object }) }
    : { to: to as '/', search: (before: object) => ({ ...before, key }), resetScroll: false };
}

/** The page about a notification's subject; null if the reader has none. */
export function destinationOf(
  { template, keyId, link }: Pick<Notification, 'template' | 'keyId' | 'link'>,
  role: Role,
): Destination | null {
  if (link && link !== listPath) return placeOf(link);
  if (keyId && may(role, 'seeKeys')) return { to: '.', key: keyId };
  return (template && places[template]?.(role)) ?? null;
}

/** The path that some older stored notifications link to. */
const listPath = '/dashboard/notifications';

function placeOf(link: string): Destination {
  const { pathname, searchParams } = new URL(link, 'http://app.invalid');
  const search = Object.fromEntries(searchParams);
  return { to: pathname, ...(searchParams.size > 0 && { search }) };
}

const keysOut = { to: '/dashboard/security/unavailable' };

function ownKeys(role: Role): Destination | null {
  if (may(role, 'openFacultyPages')) return { to: '/dashboard/faculty/taken' };
  return may(role, 'performHandovers') ? keysOut : null;
}

function overdueKeys(role: Role): Destination | null {
  return may(role, 'performHandovers') ? { to: '/dashboard/security/overdue' } : null;
}

function adminPage(to: string) {
  return (role: Role): Destination | null => (may(role, 'administer') ? { to } : null);
}

const auditLog = adminPage('/dashboard/admin/audit');
const people = adminPage('/dashboard/admin/users');

/** For messages without a link or a key. */
const places: Partial<Record<MessageTemplate, (role: Role) => Destination | null>> = {
  'key-taken': ownKeys,
  'key-lent': ownKeys,
  'key-returned': ownKeys,
  'hand-out-undone': ownKeys,
  'return-undone': ownKeys,
  overdue: ownKeys,
  unreturned: overdueKeys,
  'department-overdue': overdueKeys,
  'codes-refused': auditLog,
  'pin-set': auditLog,
  'pin-locked': auditLog,
  'pin-entry-closed': auditLog,
  'registration-waiting': people,
  'name-changed': people,
  'address-changed': people,
  'audit-reduced': adminPage('/dashboard/admin/security'),
  'backup-failed': adminPage('/dashboard/admin/system'),
};
