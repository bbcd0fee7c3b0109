import { appError } from '@keydesk/shared/core/errors';
import type { OwnSession } from '@keydesk/shared/session/routes';
import { t as recordedText } from '@keydesk/shared/texts/en/recorded';
import { recordAudit } from '../../core/audit/record.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type Database, transact } from '../../db/client.ts';
import type { Principal } from '../../http/principal.ts';
import { forgetPin } from '../duty/index.ts';
import { lockUserForUpdate } from '../people/index.ts';
import { listActiveSessions, listUnrevokedSessionIds, type SessionPolicy } from './queries.ts';
import { announceEnded, type EndedSession, endSession } from './sessions.ts';

type Deps = { db: Database; publisher: Publisher };

/** The current session first, then the most recently used. */
export async function listOwnSessions(
  db: Database,
  policy: SessionPolicy,
  { sessionId, user }: Principal,
): Promise<OwnSession[]> {
  const sessions = await listActiveSessions(db, policy, user.id);
  const isCurrent = ({ id }: { id: string }) => Number(id === sessionId);
  return sessions
    .sort(
      (a, b) => isCurrent(b) - isCurrent(a) || b.lastActiveAt.getTime() - a.lastActiveAt.getTime(),
    )
    .map(({ id, device, address, createdAt, lastActiveAt }) => ({
      id,
      device: deviceText(device),
      address,
      signedInAt: createdAt.toISOString(),
      lastActiveAt: lastActiveAt.toISOString(),
      isCurrent: id === sessionId,
    }));
}

export async function endOwnSession(
  deps: Deps,
  caller: Principal,
  sessionId: string,
): Promise<void> {
  const ended = await endWhere(deps, caller, (id) => id === sessionId);
  if (ended === 0) throw appError('SESSION_NOT_FOUND');
}

/** Ends idle sessions too: raising the timeout would make them active again. */
async function endWhere(
  { db, publisher }: Deps,
  { user }: Principal,
  matches: (sessionId: string) => boolean,
): Promise<number> {
  const ended = await transact(db, async (tx) => {
    // A sign-in locks its person too, so it either has committed or waits until we have.
    await lockUserForUpdate(tx, user.id);
    const matching = (await listUnrevokedSessionIds(tx, user.id)).filter(matches);
    const sessions: EndedSession[] = [];
    for (const id of matching) sessions.push(await endSession(tx, id));
    if (matching.length > 0)
      await recordAudit(tx, {
        action: 'sign-out-elsewhere',
        actorId: user.id,
        subjectId: user.id,
        details: { sessions: matching.length },
      });
    return sessions;
  });
  for (const session of ended) announceEnded(publisher, session);
  return ended.length;
}

/** Ends all sessions except the caller's, and removes their PIN. */
export async function endOtherSessions(deps: Deps, caller: Principal): Promise<void> {
  await transact(deps.db, (tx) => forgetPin(tx, caller.user.id));
  await endWhere(deps, caller, (id) => id !== caller.sessionId);
}

export async function signOut(
  { db, publisher }: Deps,
  { sessionId, user }: Principal,
): Promise<void> {
  const ended = await transact(db, async (tx) => {
    const session = await endSession(tx, sessionId);
    await recordAudit(tx, { action: 'sign-out', actorId: user.id, subjectId: user.id });
    return session;
  });
  announceEnded(publisher, ended);
}

const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Browser and system of a User-Agent header as they are stored: 'Chrome/Android'. Browsers also
 * name those they descend from, so the more specific patterns come first.
 */
export function deviceOf(userAgent: string | undefined): string | undefined {
  const names = [browsers, systems].flatMap(
    (patterns) => patterns.find(([mark]) => mark.test(userAgent ?? ''))?.[1] ?? [],
  );
  return names.length > 0 ? names.join('/') : undefined;
}

/** 'Chrome on Android', as earlier versions stored it too. */
export function deviceText(stored: string | null | undefined): string {
  if (!stored || stored === 'Unknown device') return recordedText('unknown-device');
  const [browser = '', system] = stored.split(/\/| on /);
  return system ? recordedText('browser-on-system', { browser, system }) : browser;
}
