import { type ErrorCode, KeydeskError } from '@keydesk/shared/errors';
import { deskRoles } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
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

const raiseAlert = async (
  { db, publisher }: HandoverDeps,
  window: Date,
  count: number,
): Promise<void> => {
  const told = await runOnce(db, 'refused-codes', window, async (tx) => {
    const people = await listUserIds(tx, deskRoles);
    return notify(
      tx,
      people.map((userId) => ({ userId, ...alertTexts(count) })),
    );
  });
  if (told) publisher.notified(told);
};

/** Runs a scan; a suspicious refusal is audited, and many of them alert security and admins. */
export type WatchRefusals = <T>(desk: User, scan: () => Promise<T>) => Promise<T>;

export const createRefusalWatch = (deps: HandoverDeps): WatchRefusals => {
  /** The window whose alert is known to be out, by this process or another. */
  let alerted = 0;

  const recordRefusal = async (desk: User, refused: KeydeskError): Promise<void> => {
    const details = { code: refused.code, message: refused.message };
    await recordAudit(deps.db, { action: 'scan-refused', actorId: desk.id, details });
    const now = new Date();
    const window = windowStart(now);
    if (window.getTime() === alerted) return;
    const since = new Date(now.getTime() - windowMs);
    const count = await countAudit(deps.db, 'scan-refused', since);
    if (count < alertFrom) return;
    await raiseAlert(deps, window, count);
    alerted = window.getTime();
  };

  return async (desk, scan) => {
    try {
      return await scan();
    } catch (error) {
      if (error instanceof KeydeskError && suspicious.includes(error.code))
        await recordRefusal(desk, error);
      throw error;
    }
  };
};
