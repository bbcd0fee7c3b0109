import type { SecuritySettings } from '@keydesk/shared/settings/security-settings';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/client.ts';
import { type Watched, watchVersioned } from '../../platform/db/watch-versioned.ts';
import { readStoredSettings } from './queries.ts';

/** New settings apply in every process within 5 s, announcement or not (`live-settings`). */
const refreshEveryMs = 4_000;

/** The security settings that apply in this process. */
export type CurrentSettings = Pick<Watched<SecuritySettings>, 'current' | 'refresh' | 'stop'>;

/** Reads the settings and keeps them up to date. */
export async function watchSettings(
  db: Database,
  log: FastifyBaseLogger,
): Promise<CurrentSettings> {
  const { current, refresh, stop } = await watchVersioned(() => readStoredSettings(db), {
    name: 'security settings',
    everyMs: refreshEveryMs,
    log,
  });
  return { current: () => current().settings, refresh, stop };
}
