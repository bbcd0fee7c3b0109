import { hourMs } from '@keydesk/shared/durations';
import type { System } from '@keydesk/shared/system/routes';
import { formatDateTime } from '../../lib/format.ts';

type BackupState = { tone: 'success' | 'warning' | 'error'; text: string };

/** A day, and two hours for writing a large database. */
const maxBackupAgeMs = 26 * hourMs;

/** The state of the backups as a notice. */
export function backupState({ keep, last, failure }: System['backup'], now: Date): BackupState {
  if (failure)
    return {
      tone: 'error',
      text: `The backup of ${formatDateTime(failure.at)} failed: ${failure.reason}. It is tried again every 15 minutes.`,
    };
  if (keep === null)
    return {
      tone: 'warning',
      text: 'No backup is scheduled in this process, so a failed disk could lose everything. Whoever runs the server turns nightly backups on: they name a folder for them in the server’s settings, as BACKUP_DIR, and restart Keydesk.',
    };
  if (!last) return { tone: 'warning', text: 'No backup has been made yet.' };
  if (now.getTime() - new Date(last.at).getTime() > maxBackupAgeMs)
    return { tone: 'warning', text: 'The last backup is older than a day.' };
  return {
    tone: 'success',
    text:
      keep === 1
        ? 'Made each night; the newest is kept.'
        : `Made each night; the newest ${keep} are kept.`,
  };
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A number of bytes, human-readable. */
export function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
