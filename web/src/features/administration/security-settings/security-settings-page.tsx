import {
  defaultDeskSettings,
  defaultSecuritySettings,
  deskSettingsOf,
  type SecuritySettings,
} from '@keydesk/shared/campus/settings';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/settings';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { CircleDot } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { api, call, serverMessage } from '../../../lib/api.ts';
import { focusFirstInvalid } from '../../../lib/browser.ts';
import { changedGroups, useStoredDraft } from '../../../lib/draft.ts';
import { session } from '../../../lib/session.ts';
import { currentOf, saveSeen } from '../../../lib/stale.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Card, PageHeader } from '../../../ui/page.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { showError, showSuccess } from '../../../ui/toast/show-toast.ts';
import { SettingsPanel, settingsTabs } from './panels.tsx';
import { firstGroupWithErrors, groupOrder, validateSettings } from './settings-draft.ts';

export function SecuritySettingsForm() {
  const { draft, errors, theirs, ...settings } = useSettingsDraft();
  const [tab, setTab] = useState<string>('sessionSettings');
  const conflict = firstGroupWithErrors(theirs);
  useEffect(() => {
    if (conflict) setTab(conflict);
  }, [conflict]);
  useUnsavedWarning(settings.isChanged);
  if (!draft && settings.failure)
    return (
      <div className="card">
        <ErrorState message={settings.failure} onRetry={settings.retry} />
      </div>
    );
  if (!draft) return <Loading label={t('loading-security-settings')} />;
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
        label={t('security-settings-tabs')}
        value={tab}
        onChange={setTab}
        tabs={groupOrder.map((group) => ({
          value: group,
          label: settingsTabs()[group].label,
          content: (
            <Card className="py-2 sm:px-6">
              <SettingsPanel
                group={group}
                draft={draft}
                errors={{ ...theirs, ...errors }}
                onChange={(changed) => settings.change({ ...draft, ...changed })}
              />
            </Card>
          ),
        }))}
      />
      <SaveBar
        changed={settings.isChanged}
        saving={settings.saving}
        onDiscard={settings.discard}
        onDefaults={() => settings.change({ ...draft, ...defaults })}
      />
    </form>
  );
}

const defaults = { ...defaultSecuritySettings, desk: defaultDeskSettings };

type SaveBarProps = {
  changed: boolean;
  saving: boolean;
  onDiscard: () => void;
  onDefaults: () => void;
};

export function SaveBar({ changed, saving, onDiscard, onDefaults }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-6 border-t border-line bg-canvas/95 px-4 py-3 backdrop-blur sm:mx-0 sm:px-0">
      <p
        role="status"
        className="flex items-center justify-end gap-1.5 text-sm font-semibold text-out not-empty:mb-2"
      >
        {changed && (
          <>
            <CircleDot aria-hidden className="size-4" />
            {t('unsaved-changes')}
          </>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="quiet"
          onClick={onDefaults}
          className="me-auto text-start max-sm:px-0 max-sm:text-sm sm:-ms-4"
        >
          {t('restore-defaults')}
        </Button>
        {changed && (
          <Button variant="secondary" disabled={saving} onClick={onDiscard}>
            {actionText('discard')}
          </Button>
        )}
        <ActionButton type="submit" busy={saving} className="whitespace-nowrap">
          {t('save-settings')}
        </ActionButton>
      </div>
    </div>
  );
}

export function useUnsavedWarning(unsaved: boolean): void {
  useBlocker({
    shouldBlockFn: () =>
      unsaved && session.get().user !== null && !window.confirm(t('leave-unsaved')),
    enableBeforeUnload: unsaved,
  });
}

export function SecuritySettingsPage() {
  return (
    <>
      <PageHeader title={t('security-settings')} text={t('intro')} />
      <SecuritySettingsForm />
    </>
  );
}

export function useSettingsDraft() {
  const client = useQueryClient();
  const saved = useQuery({ ...settingsQuery, refetchOnWindowFocus: false });
  const { draft, opened, theirs, ...edited } = useStoredDraft(saved.data);
  const failure = saved.error && serverMessage(saved.error, t('failed-to-load'));
  useEffect(() => {
    if (failure) showError(failure);
  }, [failure]);
  const saving = useMutation({
    mutationFn: saveSettings,
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      showSuccess(t('saved'));
    },
    onError: (cause) => {
      const current = currentOf(cause);
      if (current) client.setQueryData(settingsQuery.queryKey, shownOf(current as StoredSettings));
      showError(serverMessage(cause, t('failed-to-save')));
    },
  });
  return {
    ...edited,
    draft,
    theirs,
    failure,
    retry: () => void saved.refetch(),
    errors: draft ? validateSettings(draft) : {},
    saving: saving.isPending,
    save: () => opened && draft && saving.mutate({ opened, draft }),
  };
}

type StoredSettings = SecuritySettings & { version: number };

/** Adds the defaults of the desk's settings, which apply until they are saved. */
function shownOf(settings: StoredSettings): StoredSettings {
  return { ...settings, desk: deskSettingsOf(settings) };
}

async function saveSettings({ opened, draft }: Record<'opened' | 'draft', StoredSettings>) {
  const changes = changedGroups<SecuritySettings>(opened, draft);
  const send = (version: number) =>
    call(api.putSecuritySettings, { body: { ...changes, version } });
  const { data } = await saveSeen(opened, changes, send, (now) => shownOf(now as StoredSettings));
  return shownOf(data);
}

const settingsQuery = queryOptions({
  queryKey: ['security-settings'],
  queryFn: async ({ signal }) => shownOf((await call(api.getSecuritySettings, { signal })).data),
});
