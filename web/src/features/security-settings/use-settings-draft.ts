import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverSaid } from '../../lib/server-said.ts';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { saveSettings, settingsQuery } from './settings.queries.ts';
import { differs, faultsOf, type SettingsDraft } from './settings-draft.ts';

/** The settings in force, what is being made of them, and saving it. */
export const useSettingsDraft = () => {
  const client = useQueryClient();
  const saved = useQuery({ ...settingsQuery, refetchOnWindowFocus: false });
  const [edited, setEdited] = useState<SettingsDraft | null>(null);
  const failure = saved.error && serverSaid(saved.error, 'Failed to fetch security settings');
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
    onError: (cause) => showError(serverSaid(cause, 'Failed to update security settings')),
  });
  const draft = edited ?? saved.data;
  return {
    draft,
    failure,
    retry: () => void saved.refetch(),
    faults: draft ? faultsOf(draft) : {},
    changed: edited !== null && saved.data !== undefined && differs(edited, saved.data),
    saving: saving.isPending,
    change: (next: SettingsDraft) => setEdited(next),
    discard: () => setEdited(null),
    save: () => draft && saving.mutate(draft),
  };
};
