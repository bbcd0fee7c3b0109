import type { System } from '@keydesk/shared/administration/installation';
import { hourMs } from '@keydesk/shared/core/dates';
import { t } from '@keydesk/shared/texts/en/system';
import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: async ({ signal }) => (await call(api.system, { signal })).data,
});

export function backupState({ keep, last, failure }: System['backup'], now: Date): BackupState {
  if (failure)
    return {
      tone: 'error',
      text: t('backup-failed', { when: formatDateTime(failure.at), reason: failure.reason }),
    };
  if (keep === null)
    return {
      tone: 'warning',
      text: t('no-backup-scheduled'),
    };
  if (!last) return { tone: 'warning', text: t('no-backup-yet') };
  if (now.getTime() - new Date(last.at).getTime() > maxBackupAgeMs)
    return { tone: 'warning', text: t('backup-is-old') };
  return {
    tone: 'success',
    text: t('backups-kept', { keep }),
  };
}

type BackupState = { tone: 'success' | 'warning' | 'error'; text: string };

/** A day, and two hours to write a large database. */
const maxBackupAgeMs = 26 * hourMs;
