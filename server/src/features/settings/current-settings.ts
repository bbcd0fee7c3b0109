import {
  defaultSecuritySettings,
  type SecuritySettings,
} from '@keydesk/shared/settings/security-settings';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/client.ts';
import { readStoredSettings, type StoredSettings } from './queries.ts';

/** New settings apply in every process within 5 s, announcement or not (`live-settings`). */
const refreshEveryMs = 4_000;

/** The security settings that apply in this process. */
export type CurrentSettings = {
  current(): SecuritySettings;
  /** Reads them again; if the database fails, the last ones still apply. */
  refresh(): Promise<void>;
  stop(): void;
};

/** Reads the settings and keeps them up to date. */
export async function watchSettings(
  db: Database,
  log: FastifyBaseLogger,
): Promise<CurrentSettings> {
  let latest: StoredSettings = { settings: defaultSecuritySettings, version: -1 };
  const read = async (): Promise<void> => {
    const stored = await readStoredSettings(db);
    // A slow answer from before a save must not replace the one from after it.
    if (stored.version > latest.version) latest = stored;
  };
  const refresh = (): Promise<void> =>
    read().catch((error: unknown) => log.warn({ err: error }, 'security settings'));
  await read();
  const timer = setInterval(() => void refresh(), refreshEveryMs).unref();
  return { current: () => latest.settings, refresh, stop: () => clearInterval(timer) };
}
