import { deskSettingsOf, type SecuritySettings } from '@keydesk/shared/settings/security-settings';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, call, serverMessage } from '../../lib/api.ts';
import { withChanges } from '../../lib/changes.ts';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { hasChanges, type SettingsDraft, validateSettings } from './settings-draft.ts';

/** The security settings as saved and as edited, and saving them. */
export function useSettingsDraft() {
  const client = useQueryClient();
  const saved = useQuery({ ...settingsQuery, refetchOnWindowFocus: false });
  const [edited, setEdited] = useState<Edited | null>(null);
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
  const draft = edited?.draft ?? saved.data;
  return {
    draft,
    failure,
    retry: () => void saved.refetch(),
    errors: draft ? validateSettings(draft) : {},
    changed: edited !== null && hasChanges(edited.draft, edited.opened),
    saving: saving.isPending,
    change: (next: SettingsDraft) => {
      const opened = edited?.opened ?? saved.data;
      if (opened) setEdited({ opened, draft: next });
    },
    discard: () => setEdited(null),
    save: () => draft && saving.mutate(edited ?? { opened: draft, draft }),
  };
}

/** The settings as they were when the first of them was edited, and as they are wanted. */
type Edited = { opened: SecuritySettings; draft: SettingsDraft };

/** Replaces the settings, but for what somebody else has changed since; returns the new ones. */
async function saveSettings({ opened, draft }: Edited): Promise<SecuritySettings> {
  const { data: stored } = await call(api.getSecuritySettings);
  const body = withChanges(stored, { ...opened, desk: deskSettingsOf(opened) }, draft);
  return (await call(api.putSecuritySettings, { body })).data;
}

/** The saved security settings. */
const settingsQuery = queryOptions({
  queryKey: ['security-settings'],
  queryFn: async ({ signal }): Promise<SecuritySettings> =>
    (await call(api.getSecuritySettings, { signal })).data,
});
