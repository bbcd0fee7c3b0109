import { AppError, type ErrorCode } from '@keydesk/shared/errors';
import { deskRoles } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import { runOnce } from '../../platform/jobs/jobs.ts';
import { countAudit, recordAudit } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';
import { listUserIdsByRole } from '../users/index.ts';
import type { HandoverDeps } from './transaction.ts';

/** Errors that an honest mistake rarely causes. */
const suspiciousCodes: readonly ErrorCode[] = ['QR_FORGED', 'QR_NOT_ISSUED', 'QR_USED'];

/** This many refused codes within the window raise an alert, at most one per window. */
const alertThreshold = 5;
const windowMs = 600_000;

/** Runs a scan; a suspicious refusal is audited, and many of them alert security and admins. */
export type RefusedScanMonitor = <T>(desk: User, scan: () => Promise<T>) => Promise<T>;

export function createRefusedScanMonitor(deps: HandoverDeps): RefusedScanMonitor {
  /** The window whose alert has already been sent, by this process or another. */
  let alertedWindow = 0;

  const recordRefusal = async (desk: User, refused: AppError): Promise<void> => {
    const details = { code: refused.code, message: refused.message };
    await recordAudit(deps.db, { action: 'scan-refused', actorId: desk.id, details });
    const now = new Date();
    const window = windowStart(now);
    if (window.getTime() === alertedWindow) return;
    const since = new Date(now.getTime() - windowMs);
    const count = await countAudit(deps.db, 'scan-refused', since);
    if (count < alertThreshold) return;
    await raiseAlert(deps, window, count);
    alertedWindow = window.getTime();
  };

  return async (desk, scan) => {
    try {
      return await scan();
    } catch (error) {
      if (error instanceof AppError && suspiciousCodes.includes(error.code))
        await recordRefusal(desk, error);
      throw error;
    }
  };
}

function windowStart(now: Date): Date {
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}

async function raiseAlert(
  { db, publisher }: HandoverDeps,
  window: Date,
  count: number,
): Promise<void> {
  const deliveries = await runOnce(db, 'refused-codes', window, async (tx) => {
    const userIds = await listUserIdsByRole(tx, deskRoles);
    return notify(
      tx,
      userIds.map((userId) => ({ userId, template: 'codes-refused', facts: { count } })),
    );
  });
  if (deliveries) publisher.notified(deliveries);
}
