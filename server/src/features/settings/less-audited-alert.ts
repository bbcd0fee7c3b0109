import type { SecuritySettings } from '@keydesk/shared/settings/security-settings';
import { thresholdOf } from '../audit/audit-level.ts';
import type { NewNotification } from '../notifications/notifications.service.ts';

type AuditLogging = SecuritySettings['auditLogging'];

/**
 * What every admin is told when fewer events are recorded than before; null when that is not so.
 * Whoever covers their tracks begins here.
 */
export function lessAuditedAlert(
  by: string,
  before: AuditLogging,
  after: AuditLogging,
): Omit<NewNotification, 'userId'> | null {
  if (thresholdOf(after) <= thresholdOf(before)) return null;
  const change = after.enabled
    ? `now records ${after.logLevel} and above instead of ${before.logLevel} and above`
    : 'is switched off';
  return {
    title: 'Audit Log Reduced',
    message: `The audit log ${change}. Changed by ${by}.`,
    type: 'security_alert',
    priority: 'high',
  };
}
