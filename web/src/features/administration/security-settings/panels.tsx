import { type DeskSettings, logLevels } from '@keydesk/shared/campus/settings';
import { Info } from 'lucide-react';
import { useId } from 'react';
import { useSignInName } from '../../../lib/config.ts';
import { classNames } from '../../../ui/class-names.ts';
import { inputClassName, SelectField } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import {
  fieldBounds,
  type NumberFieldName,
  type SettingsDraft,
  type SettingsErrors,
  type SettingsGroup,
} from './settings-draft.ts';

/** The props of a tab: its group of settings, their errors, and how to change them. */
type PanelProps<G extends SettingsGroup> = {
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

const lendingOptions: readonly { value: DeskSettings['lendByName']; label: string }[] = [
  { value: 'on', label: 'By name or ID card' },
  { value: 'card', label: 'By ID card only' },
  { value: 'off', label: 'Off' },
];

const tagOptions: readonly { value: DeskSettings['tagCheck']; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'keys', label: 'Chosen keys' },
  { value: 'all', label: 'All keys' },
];

/** The tab Desk. */
export function DeskPanel({ values, errors, change }: PanelProps<'desk'>) {
  return (
    <div className="divide-y divide-line">
      <ChoiceField
        label="Lending without a Code"
        text="To a person whom the desk looks up, or whose ID card it reads. They are told at once, and can say that it was not them."
        value={values.lendByName}
        options={lendingOptions}
        onChange={(lendByName) => change({ lendByName })}
      />
      <ChoiceField
        label="Tag Check"
        text="The desk scans the tag of the key in its hand before it is handed out."
        value={values.tagCheck}
        options={tagOptions}
        onChange={(tagCheck) => change({ tagCheck })}
      />
      <ToggleField
        label="No Keys while One is Overdue"
        text="Somebody with an overdue key gets another one only once it is back."
        value={values.noKeysWhileOverdue}
        onChange={(noKeysWhileOverdue) => change({ noKeysWhileOverdue })}
      />
      <NumberField
        field="desk.lockAfterMinutes"
        label="Minutes before the Desk Locks"
        unit="minutes"
        text="Without a handover, the computer of a desk asks again who is on duty."
        value={values.lockAfterMinutes}
        error={errors['desk.lockAfterMinutes']}
        onChange={(lockAfterMinutes) => change({ lockAfterMinutes })}
      />
    </div>
  );
}

type ChoiceFieldProps<V extends string> = {
  label: string;
  text: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
};

function ChoiceField<V extends string>(props: ChoiceFieldProps<V>) {
  const { label, text, value, options, onChange } = props;
  return (
    <div className="grid items-center gap-x-8 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <div>
        <p aria-hidden className="font-medium">
          {label}
        </p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <SelectField label={label} hideLabel value={value} options={options} onChange={onChange} />
    </div>
  );
}

type NumberFieldProps = {
  field: NumberFieldName;
  label: string;
  unit: string;
  /** What the setting does. */
  text: string;
  value: number;
  error: string | undefined;
  onChange: (value: number) => void;
};

/** A number setting, with its bounds. */
function NumberField({ field, label, unit, text, value, error, onChange }: NumberFieldProps) {
  const id = useId();
  const { min, max } = fieldBounds(field);
  return (
    <div className="grid gap-x-8 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-text`} className="text-sm text-muted">
          {text}
        </p>
      </div>
      <div>
        <div className="relative">
          <input
            id={id}
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            step={1}
            required
            value={Number.isNaN(value) ? '' : value}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-text ${id}-note`}
            onChange={(event) => onChange(event.target.valueAsNumber)}
            className={classNames(
              inputClassName,
              '[appearance:textfield] pr-24 tabular-nums [&::-webkit-inner-spin-button]:appearance-none',
              error ? 'border-danger' : 'border-line-strong',
            )}
          />
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3.5 grid place-items-center text-sm text-muted"
          >
            {unit}
          </span>
        </div>
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={classNames('mt-1.5 text-sm', error ? 'text-danger' : 'text-muted')}
        >
          {error ?? `${min} to ${max} ${unit}`}
        </p>
      </div>
    </div>
  );
}

type ToggleFieldProps = {
  label: string;
  text?: string;
  value: boolean;
  onChange: (value: boolean) => void;
};

/** An on/off setting. */
function ToggleField({ label, text, value, onChange }: ToggleFieldProps) {
  const id = useId();
  return (
    <label className="flex cursor-pointer items-center justify-between gap-6 py-4">
      <span>
        <span className="block font-medium">{label}</span>
        {text && (
          <span id={id} className="block text-sm text-muted">
            {text}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        aria-label={label}
        aria-describedby={text ? id : undefined}
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors duration-150 before:absolute before:top-1 before:left-1 before:size-5 before:rounded-full before:bg-surface before:transition-transform before:duration-150 checked:bg-accent checked:before:translate-x-5"
      />
    </label>
  );
}
