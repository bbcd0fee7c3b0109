import { type ErrorCode, KeydeskError } from '@keydesk/shared/errors';
import { deskRoles } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import { transact } from '../../db/client.ts';
import { runOnce } from '../../jobs/job-run.ts';
import { countAudit, recordAudit } from '../audit/audit.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { listUserIds } from '../users/list-user-ids.service.ts';
import type { HandoverDeps } from './handover-deps.ts';

/** Refusals that an honest mistake seldom causes. */
const suspicious: readonly ErrorCode[] = ['QR_FORGED', 'QR_NOT_ISSUED', 'QR_USED'];

/** So many refused codes within the window make an alert; one alert a window. */
const alertFrom = 5;
const windowMs = 600_000;

const windowStart = (now: Date): Date => new Date(Math.floor(now.getTime() / windowMs) * windowMs);

const alertTexts = (count: number) => ({
  title: 'Security Alert',
  message: `${count} codes that are forged, already used or not ours were shown at the desk within ten minutes.`,
  type: 'security_alert' as const,
  priority: 'high' as const,
});

const raiseAlert = async ({ db, publisher }: HandoverDeps, count: number): Promise<void> => {
  const told = await runOnce(db, 'refused-codes', windowStart(new Date()), async (tx) => {
    const people = await listUserIds(tx, deskRoles);
    return notify(
      tx,
      people.map((userId) => ({ userId, ...alertTexts(count) })),
    );
  });
  if (told) publisher.notified(told);
};

const recordRefusal = async (
  deps: HandoverDeps,
  desk: User,
  refused: KeydeskError,
): Promise<void> => {
  const count = await transact(deps.db, async (tx) => {
    const details = { code: refused.code, message: refused.message };
    await recordAudit(tx, { action: 'scan-refused', actorId: desk.id, details });
    return countAudit(tx, 'scan-refused', new Date(Date.now() - windowMs));
  });
  if (count >= alertFrom) await raiseAlert(deps, count);
};

/** Runs a scan; a suspicious refusal is audited, and many of them alert security and admins. */
export const watchRefusals = async <T>(
  deps: HandoverDeps,
  desk: User,
  scan: () => Promise<T>,
): Promise<T> => {
  try {
    return await scan();
  } catch (error) {
    if (error instanceof KeydeskError && suspicious.includes(error.code))
      await recordRefusal(deps, desk, error);
    throw error;
  }
};
