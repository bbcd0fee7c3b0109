import type { SecuritySettings } from '@keydesk/shared/settings/security-settings';
import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../lib/api-client.ts';

/** The security settings in force. */
export const settingsQuery = queryOptions({
  queryKey: ['security-settings'],
  queryFn: async ({ signal }): Promise<SecuritySettings> =>
    (await call(api.getSecuritySettings, { signal })).data,
});

/** Replaces the security settings and answers what now holds. */
export const saveSettings = async (settings: SecuritySettings): Promise<SecuritySettings> =>
  (await call(api.putSecuritySettings, { body: settings })).data;
