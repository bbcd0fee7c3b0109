import { logLevels } from '@keydesk/shared/settings/security-settings';
import { Info } from 'lucide-react';
import { useSignInName } from '../../lib/config.ts';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { NumberField, ToggleField } from './setting-fields.tsx';
import type { SettingsDraft, SettingsErrors, SettingsGroup } from './settings-draft.ts';

/** The props of a tab: its group of settings, their errors, and how to change them. */
export type PanelProps<G extends SettingsGroup> = {
  values: NonNullable<SettingsDraft[G]>;
  errors: SettingsErrors;
  change: (part: Partial<SettingsDraft[G]>) => void;
};

/** The tab Password Policy. */
export function PasswordPolicyPanel({ values, errors, change }: PanelProps<'passwordPolicy'>) {
  const signInName = useSignInName();
  return (
    <>
      <Notice tone="info" icon={<Info aria-hidden />} className="mt-3 mb-2">
        People sign in with {signInName}. Their passwords follow {signInName}'s own policy; this one
        is kept for accounts with a password of their own. Nobody has such an account at present.
      </Notice>
      <div className="divide-y divide-line">
        <NumberField
          field="passwordPolicy.minLength"
          label="Minimum Length"
          unit="characters"
          text="Shorter passwords are refused."
          value={values.minLength}
          error={errors['passwordPolicy.minLength']}
          onChange={(minLength) => change({ minLength })}
        />
        <NumberField
          field="passwordPolicy.maxAge"
          label="Maximum Age"
          unit="days"
          text="After this long a new password is asked for."
          value={values.maxAge}
          error={errors['passwordPolicy.maxAge']}
          onChange={(maxAge) => change({ maxAge })}
        />
        <ToggleField
          label="Require Uppercase Letters"
          value={values.requireUppercase}
          onChange={(requireUppercase) => change({ requireUppercase })}
        />
        <ToggleField
          label="Require Lowercase Letters"
          value={values.requireLowercase}
          onChange={(requireLowercase) => change({ requireLowercase })}
        />
        <ToggleField
          label="Require Numbers"
          value={values.requireNumbers}
          onChange={(requireNumbers) => change({ requireNumbers })}
        />
        <ToggleField
          label="Require Special Characters"
          value={values.requireSpecialChars}
          onChange={(requireSpecialChars) => change({ requireSpecialChars })}
        />
      </div>
    </>
  );
}

/** The tab Session Management. */
export function SessionManagementPanel({ values, errors, change }: PanelProps<'sessionSettings'>) {
  return (
    <div className="divide-y divide-line">
      <NumberField
        field="sessionSettings.maxSessionDuration"
        label="Maximum Session Duration"
        unit="hours"
        text="Everyone signs in again after this long."
        value={values.maxSessionDuration}
        error={errors['sessionSettings.maxSessionDuration']}
        onChange={(maxSessionDuration) => change({ maxSessionDuration })}
      />
      <NumberField
        field="sessionSettings.maxConcurrentSessions"
        label="Maximum Concurrent Sessions"
        unit="sessions"
        text="Of one person. One more ends the oldest."
        value={values.maxConcurrentSessions}
        error={errors['sessionSettings.maxConcurrentSessions']}
        onChange={(maxConcurrentSessions) => change({ maxConcurrentSessions })}
      />
      <NumberField
        field="sessionSettings.sessionTimeout"
        label="Session Timeout"
        unit="minutes"
        text="Without activity a session ends after this long."
        value={values.sessionTimeout}
        error={errors['sessionSettings.sessionTimeout']}
        onChange={(sessionTimeout) => change({ sessionTimeout })}
      />
    </div>
  );
}

/** The tab Rate Limiting. */
export function RateLimitingPanel({ values, errors, change }: PanelProps<'rateLimiting'>) {
  return (
    <div className="divide-y divide-line">
      <NumberField
        field="rateLimiting.loginAttempts"
        label="Login Attempts"
        unit="attempts"
        text="Answers to sign-ins that the provider did not give, from one browser, before it is locked out; from one network, twenty times as many. Cancelling, reloading and accounts that may not sign in do not count."
        value={values.loginAttempts}
        error={errors['rateLimiting.loginAttempts']}
        onChange={(loginAttempts) => change({ loginAttempts })}
      />
      <NumberField
        field="rateLimiting.lockoutDuration"
        label="Lockout Duration"
        unit="minutes"
        text="How long a locked-out browser or network has to wait."
        value={values.lockoutDuration}
        error={errors['rateLimiting.lockoutDuration']}
        onChange={(lockoutDuration) => change({ lockoutDuration })}
      />
      <NumberField
        field="rateLimiting.apiRequestsPerMinute"
        label="API Requests per Minute"
        unit="requests"
        text="Of one person, over all their devices."
        value={values.apiRequestsPerMinute}
        error={errors['rateLimiting.apiRequestsPerMinute']}
        onChange={(apiRequestsPerMinute) => change({ apiRequestsPerMinute })}
      />
    </div>
  );
}

const levelOptions = logLevels.map((level) => ({ value: level, label: level }));

/** The tab Audit Logging. */
export function AuditLoggingPanel({ values, errors, change }: PanelProps<'auditLogging'>) {
  return (
    <div className="divide-y divide-line">
      <ToggleField
        label="Enable Audit Logging"
        text="Writes down who did what, and when."
        value={values.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      <div className="grid items-center gap-x-8 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
        <div>
          <p aria-hidden className="font-medium">
            Log Level
          </p>
          <p className="text-sm text-muted">Events below this level are not written down.</p>
        </div>
        <SelectField
          label="Log Level"
          hideLabel
          value={values.logLevel}
          options={levelOptions}
          onChange={(logLevel) => change({ logLevel })}
        />
      </div>
      <NumberField
        field="auditLogging.retentionDays"
        label="Retention"
        unit="days"
        text="Older events are removed."
        value={values.retentionDays}
        error={errors['auditLogging.retentionDays']}
        onChange={(retentionDays) => change({ retentionDays })}
      />
    </div>
  );
}
