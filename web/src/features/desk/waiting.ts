import type { CodeIssued, KeyEvent } from '@keydesk/shared/events';
import { useEffect, useState } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { onCodeIssued, onKeyEvent } from '../../lib/live/events.ts';

/**
 * The codes that people are about to show at the desk, the oldest first. Known from live events
 * alone: within the minute that a code lives, a page just opened has caught up.
 */
export function useWaiting(): readonly CodeIssued[] {
  const [waiting, setWaiting] = useState<readonly CodeIssued[]>([]);
  useEffect(() => {
    const stopCodes = onCodeIssued((issued) => setWaiting((before) => withIssued(before, issued)));
    const stopKeys = onKeyEvent((event) => setWaiting((before) => withoutDone(before, event)));
    return () => {
      stopCodes();
      stopKeys();
    };
  }, []);
  useEffect(() => {
    const next = Math.min(...waiting.map(({ expiresAt }) => Date.parse(expiresAt)));
    if (!Number.isFinite(next)) return;
    const drop = () => setWaiting((before) => withoutExpired(before, serverNow()));
    const timer = setTimeout(drop, Math.max(0, next - serverNow()) + 50);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting;
}

/** With a newly issued code, which replaces the person's older ones for the same keys. */
export function withIssued(waiting: readonly CodeIssued[], issued: CodeIssued): CodeIssued[] {
  const others = waiting.filter(
    ({ userId, keyIds }) =>
      userId !== issued.userId || !keyIds.some((id) => issued.keyIds.includes(id)),
  );
  return [...others, issued];
}

const handoverActions: readonly KeyEvent['action'][] = [
  'take',
  'return',
  'qr-return',
  'qr-request',
];

/** Without the codes for a key that has just changed hands: they are done, or of no use any more. */
export function withoutDone(
  waiting: readonly CodeIssued[],
  { action, key }: Pick<KeyEvent, 'action' | 'key'>,
): readonly CodeIssued[] {
  const left = waiting.filter(({ keyIds }) => !keyIds.includes(key._id));
  return handoverActions.includes(action) && left.length < waiting.length ? left : waiting;
}

/** Without the codes that have expired; `now` in Unix milliseconds of the server. */
export function withoutExpired(waiting: readonly CodeIssued[], now: number): CodeIssued[] {
  return waiting.filter(({ expiresAt }) => Date.parse(expiresAt) > now);
}
