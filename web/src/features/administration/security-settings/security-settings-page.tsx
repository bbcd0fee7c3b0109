import {
  defaultDeskSettings,
  defaultSecuritySettings,
  deskSettingsOf,
  type SecuritySettings,
} from '@keydesk/shared/campus/settings';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { CircleDot } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { api, call, serverMessage } from '../../../lib/api.ts';
import { focusFirstInvalid } from '../../../lib/browser.ts';
import { withChanges } from '../../../lib/draft.ts';
import { session } from '../../../lib/session.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Card, PageHeader } from '../../../ui/page.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { showError, showSuccess } from '../../../ui/toast/show-toast.ts';
import { SettingsPanel, settingsTabs } from './panels.tsx';
import {
  firstGroupWithErrors,
  groupOrder,
  hasChanges,
  type SettingsDraft,
  validateSettings,
} from './settings-draft.ts';

/** The security settings in five tabs, saved together. */
export function SecuritySettingsForm() {
  const { draft, errors, ...settings } = useSettingsDraft();
  const [tab, setTab] = useState<string>('sessionSettings');
  useUnsavedWarning(settings.changed);
  if (!draft && settings.failure)
    return (
      <div className="card">
        <ErrorState message={settings.failure} onRetry={settings.retry} />
      </div>
    );
  if (!draft) return <Loading label="Loading security settings..." />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const firstGroup = firstGroupWithErrors(errors);
    if (!firstGroup) return settings.save();
    flushSync(() => setTab(firstGroup));
    focusFirstInvalid(event.currentTarget);
  };
  return (
    <form noValidate onSubmit={submit} className="max-w-3xl">
      <Tabs
        label="Security settings"
        value={tab}
        onChange={setTab}
        tabs={groupOrder.map((group) => ({
          value: group,
          label: settingsTabs[group].label,
          content: (
            <Card className="py-2 sm:px-6">
              <SettingsPanel
                group={group}
                draft={draft}
                errors={errors}
                onChange={settings.change}
              />
            </Card>
          ),
        }))}
      />
      <SaveBar
        changed={settings.changed}
        saving={settings.saving}
        onDiscard={settings.discard}
        onDefaults={() => settings.change(withDefaults(draft))}
      />
    </form>
  );
}

/** Those of the desk as well, if they were ever saved: a save without them would keep them. */
function withDefaults({ desk }: SettingsDraft): SettingsDraft {
  return { ...defaultSecuritySettings, ...(desk && { desk: defaultDeskSettings }) };
}

type SaveBarProps = {
  changed: boolean;
  saving: boolean;
  onDiscard: () => void;
  onDefaults: () => void;
};

/** Save, discard and restore defaults; stays visible at the bottom. */
export function SaveBar({ changed, saving, onDiscard, onDefaults }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-6 border-t border-line bg-canvas/95 px-4 py-3 backdrop-blur sm:mx-0 sm:px-0">
      <p
        role="status"
        className="flex items-center justify-end gap-1.5 text-sm font-medium text-out not-empty:mb-2"
      >
        {changed && (
          <>
            <CircleDot aria-hidden className="size-4" />
            Unsaved changes
          </>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="quiet"
          onClick={onDefaults}
          className="mr-auto text-left max-sm:px-0 max-sm:text-sm sm:-ml-4"
        >
          Restore Defaults
        </Button>
        {changed && (
          <Button variant="secondary" disabled={saving} onClick={onDiscard}>
            Discard
          </Button>
        )}
        <ActionButton type="submit" busy={saving} className="whitespace-nowrap">
          Save Settings
        </ActionButton>
      </div>
    </div>
  );
}

const leaveQuestion = 'You have unsaved changes. Leave without saving?';

/** Asks before a page with unsaved changes is left, except when signing out. */
export function useUnsavedWarning(unsaved: boolean): void {
  useBlocker({
    shouldBlockFn: () => unsaved && session.get().user !== null && !window.confirm(leaveQuestion),
    enableBeforeUnload: unsaved,
  });
}

/** Security Settings. */
export function SecuritySettingsPage() {
  return (
    <>
      <PageHeader title="Security Settings" text="They hold for everyone within a few seconds." />
      <SecuritySettingsForm />
    </>
  );
}

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
