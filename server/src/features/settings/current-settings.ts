import {
  defaultSecuritySettings,
  type SecuritySettings,
} from '@keydesk/shared/settings/security-settings';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/client.ts';
import { readStoredSettings, type StoredSettings } from './queries.ts';

/** Every process has new settings within 5 s (DESIGN §6.9), even when no announcement reaches it. */
const refreshEveryMs = 4_000;

/** The security settings that hold in this process. */
export type CurrentSettings = {
  current(): SecuritySettings;
  /** Reads them anew; when the database fails, the last ones keep holding. */
  refresh(): Promise<void>;
  stop(): void;
};

/** Reads the settings and keeps them up to date. */
export async function watchSettings(
  db: Database,
  log: FastifyBaseLogger,
): Promise<CurrentSettings> {
  let held: StoredSettings = { settings: defaultSecuritySettings, version: -1 };
  const read = async (): Promise<void> => {
    const stored = await readStoredSettings(db);
    // A slow answer from before a save must not displace the answer from after it.
    if (stored.version > held.version) held = stored;
  };
  const refresh = (): Promise<void> =>
    read().catch((error: unknown) => log.warn({ err: error }, 'security settings'));
  await read();
  const timer = setInterval(() => void refresh(), refreshEveryMs).unref();
  return { current: () => held.settings, refresh, stop: () => clearInterval(timer) };
}
