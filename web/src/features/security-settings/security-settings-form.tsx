import { defaultSecuritySettings } from '@keydesk/shared/settings/security-settings';
import { type FormEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AuditLoggingPanel } from './audit-logging-panel.tsx';
import { PasswordPolicyPanel } from './password-policy-panel.tsx';
import { RateLimitingPanel } from './rate-limiting-panel.tsx';
import { SaveBar } from './save-bar.tsx';
import { SessionManagementPanel } from './session-management-panel.tsx';
import { firstFaultyGroup, type SettingsDraft, type SettingsGroup } from './settings-draft.ts';
import { useSettingsDraft } from './use-settings-draft.ts';
import { useUnsavedWarning } from './use-unsaved-warning.ts';

/** The security settings in four tabs, saved together. */
export const SecuritySettingsForm = () => {
  const { draft, faults, ...settings } = useSettingsDraft();
  const [tab, setTab] = useState<string>('passwordPolicy');
  useUnsavedWarning(settings.changed);
  if (!draft && settings.failure)
    return (
      <div className="card">
        <ErrorState message={settings.failure} onRetry={settings.retry} />
      </div>
    );
  if (!draft) return <Loading label="Loading security settings..." />;
  const panel = <G extends SettingsGroup>(group: G) => ({
    values: draft[group],
    faults,
    change: (part: Partial<SettingsDraft[G]>) =>
      settings.change({ ...draft, [group]: { ...draft[group], ...part } }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const faulty = firstFaultyGroup(faults);
    if (!faulty) return settings.save();
    flushSync(() => setTab(faulty));
    focusFirstFault(event.currentTarget);
  };
  const inCard = (content: ReactNode) => <Card className="py-2 sm:px-6">{content}</Card>;
  return (
    <form noValidate onSubmit={submit} className="max-w-3xl">
      <Tabs
        label="Security settings"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'passwordPolicy',
            label: 'Password Policy',
            content: inCard(<PasswordPolicyPanel {...panel('passwordPolicy')} />),
          },
          {
            value: 'sessionSettings',
            label: 'Session Management',
            content: inCard(<SessionManagementPanel {...panel('sessionSettings')} />),
          },
          {
            value: 'rateLimiting',
            label: 'Rate Limiting',
            content: inCard(<RateLimitingPanel {...panel('rateLimiting')} />),
          },
          {
            value: 'auditLogging',
            label: 'Audit Logging',
            content: inCard(<AuditLoggingPanel {...panel('auditLogging')} />),
          },
        ]}
      />
      <SaveBar
        changed={settings.changed}
        saving={settings.saving}
        onDiscard={settings.discard}
        onDefaults={() => settings.change(defaultSecuritySettings)}
      />
    </form>
  );
};
