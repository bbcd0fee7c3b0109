import type { CodeIssued, CodesVoided, KeyEvent } from '@keydesk/shared/events';
import { useEffect, useState } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { onCodeIssued, onCodesVoided, onKeyEvent } from '../../lib/live/events.ts';

/**
 * The codes that people are about to show at the desk, the oldest first. Known from live events
 * alone: within the minute that a code lives, a page just opened has caught up.
 */
export function useWaiting(): readonly CodeIssued[] {
  const [waiting, setWaiting] = useState<readonly CodeIssued[]>([]);
  useEffect(() => {
    const stopCodes = onCodeIssued((issued) => setWaiting((before) => withIssued(before, issued)));
    const stopVoided = onCodesVoided((voided) =>
      setWaiting((before) => withoutVoided(before, voided)),
    );
    const stopKeys = onKeyEvent((event) => setWaiting((before) => withoutDone(before, event)));
    return () => {
      stopCodes();
      stopVoided();
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

/** With a newly issued code, which replaces the person's older ones that it voided. */
export function withIssued(waiting: readonly CodeIssued[], issued: CodeIssued): CodeIssued[] {
  const isBatch = issued.type === 'batch-return';
  const others = withoutVoided(waiting, [issued]).filter(
    ({ userId, type }) => !(isBatch && type === 'batch-return' && userId === issued.userId),
  );
  return [...others, issued];
}

/** Without the codes that were voided before their time. */
export function withoutVoided(
  waiting: readonly CodeIssued[],
  voided: readonly CodesVoided[],
): readonly CodeIssued[] {
  const isVoid = ({ userId, keyIds }: CodeIssued) =>
    voided.some(
      (of) => of.userId === userId && (!of.keyIds || of.keyIds.some((id) => keyIds.includes(id))),
    );
  return waiting.some(isVoid) ? waiting.filter((code) => !isVoid(code)) : waiting;
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
