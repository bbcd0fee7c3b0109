import type { SecuritySettings } from '@keydesk/shared/settings/security-settings';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, call, serverMessage } from '../../lib/api.ts';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { hasChanges, type SettingsDraft, validateSettings } from './settings-draft.ts';

/** The security settings as saved and as edited, and saving them. */
export function useSettingsDraft() {
  const client = useQueryClient();
  const saved = useQuery({ ...settingsQuery, refetchOnWindowFocus: false });
  const [edited, setEdited] = useState<SettingsDraft | null>(null);
  const failure = saved.error && serverMessage(saved.error, 'Failed to fetch security settings');
  useEffect(() => {
    if (failure) showError(failure);
  }, [failure]);
  const saving = useMutation({
    mutationFn: saveSettings,
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      setEdited(null);
      showSuccess('Security settings updated successfully');
    },
    onError: (cause) => showError(serverMessage(cause, 'Failed to update security settings')),
  });
  const draft = edited ?? saved.data;
  return {
    draft,
    failure,
    retry: () => void saved.refetch(),
    errors: draft ? validateSettings(draft) : {},
    changed: edited !== null && saved.data !== undefined && hasChanges(edited, saved.data),
    saving: saving.isPending,
    change: (next: SettingsDraft) => setEdited(next),
    discard: () => setEdited(null),
    save: () => draft && saving.mutate(draft),
  };
}

/** Replaces the security settings and returns the new ones. */
async function saveSettings(settings: SecuritySettings): Promise<SecuritySettings> {
  return (await call(api.putSecuritySettings, { body: settings })).data;
}

/** The saved security settings. */
const settingsQuery = queryOptions({
  queryKey: ['security-settings'],
  queryFn: async ({ signal }): Promise<SecuritySettings> =>
    (await call(api.getSecuritySettings, { signal })).data,
});
