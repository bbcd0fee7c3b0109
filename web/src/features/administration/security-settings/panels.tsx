import { deskSettingsOf, logLevels } from '@keydesk/shared/campus/settings';
import { custodyDays } from '@keydesk/shared/core/audit';
import { Info } from 'lucide-react';
import { useId } from 'react';
import { useSignInName } from '../../../lib/config.ts';
import { classNames } from '../../../ui/class-names.ts';
import { inputClassName, SelectField, type SelectOption } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import {
  boundsOf,
  type SettingsDraft,
  type SettingsErrors,
  type SettingsGroup,
} from './settings-draft.ts';

/** A setting as a row of its tab: a number with its unit, a choice of options, or on and off. */
type Setting = { label: string; text?: string; unit?: string; options?: readonly SelectOption[] };
type SettingValue = number | string | boolean;

type Tabs = {
  [G in SettingsGroup]: {
    label: string;
    settings: Record<keyof NonNullable<SettingsDraft[G]>, Setting>;
  };
};

/** Every setting, by its tab and in the order of its rows. */
export const settingsTabs: Tabs = {
  sessionSettings: {
    label: 'Session Management',
    settings: {
      maxSessionDuration: {
        label: 'Maximum Session Duration',
        unit: 'hours',
        text: 'Everyone signs in again after this long.',
      },
      maxConcurrentSessions: {
        label: 'Maximum Concurrent Sessions',
        unit: 'sessions',
        text: 'Of one person. One more ends the oldest.',
      },
      sessionTimeout: {
        label: 'Session Timeout',
        unit: 'minutes',
        text: 'Without activity a session ends after this long.',
      },
    },
  },
  rateLimiting: {
    label: 'Rate Limiting',
    settings: {
      loginAttempts: {
        label: 'Login Attempts',
        unit: 'attempts',
        text: 'Answers to sign-ins that the provider did not give, from one browser, before it is locked out; from one network, twenty times as many. Cancelling, reloading and accounts that may not sign in do not count.',
      },
      lockoutDuration: {
        label: 'Lockout Duration',
        unit: 'minutes',
        text: 'How long a locked-out browser or network has to wait.',
      },
      apiRequestsPerMinute: {
        label: 'API Requests per Minute',
        unit: 'requests',
        text: 'Of one person, over all their devices.',
      },
    },
  },
  auditLogging: {
    label: 'Audit Logging',
    settings: {
      enabled: { label: 'Enable Audit Logging', text: 'Writes down who did what, and when.' },
      logLevel: {
        label: 'Log Level',
        text: 'Events below this level are not written down.',
        options: logLevels.map((level) => ({ value: level, label: level })),
      },
      retentionDays: {
        label: 'Retention',
        unit: 'days',
        text: `Older events are removed; those about handovers are kept for ${custodyDays} days.`,
      },
    },
  },
  desk: {
    label: 'Desk',
    settings: {
      lendByName: {
        label: 'Lending without a Code',
        text: 'To a person whom the desk looks up, or whose ID card it reads. They are told at once, and can say that it was not them.',
        options: [
          { value: 'on', label: 'By name or ID card' },
          { value: 'card', label: 'By ID card only' },
          { value: 'off', label: 'Off' },
        ],
      },
      tagCheck: {
        label: 'Tag Check',
        text: 'The desk scans the tag of the key in its hand before it is handed out.',
        options: [
          { value: 'off', label: 'Off' },
          { value: 'keys', label: 'Chosen keys' },
          { value: 'all', label: 'All keys' },
        ],
      },
      keyIdTags: {
        label: 'Tags of the Old Kind',
        text: 'Printed before tags led finders to a page. They hold no secret, so high-security keys never accept them. Print new tags before you switch this off.',
      },
      noKeysWhileOverdue: {
        label: 'No Keys while One is Overdue',
        text: 'Somebody with an overdue key gets another one only once it is back.',
      },
      lockAfterMinutes: {
        label: 'Minutes before the Desk Locks',
        unit: 'minutes',
        text: 'Without a handover, the computer of a desk asks again who is on duty.',
      },
    },
  },
  passwordPolicy: {
    label: 'Password Policy',
    settings: {
      minLength: {
        label: 'Minimum Length',
        unit: 'characters',
        text: 'Shorter passwords are refused.',
      },
      maxAge: {
        label: 'Maximum Age',
        unit: 'days',
        text: 'After this long a new password is asked for.',
      },
      requireUppercase: { label: 'Require Uppercase Letters' },
      requireLowercase: { label: 'Require Lowercase Letters' },
      requireNumbers: { label: 'Require Numbers' },
      requireSpecialChars: { label: 'Require Special Characters' },
    },
  },
};

type SettingsPanelProps = {
  group: SettingsGroup;
  draft: SettingsDraft;
  errors: SettingsErrors;
  onChange: (draft: SettingsDraft) => void;
};

/** The settings of one tab. */
export function SettingsPanel({ group, draft, errors, onChange }: SettingsPanelProps) {
  const values: Readonly<Record<string, SettingValue>> =
    group === 'desk' ? deskSettingsOf(draft) : draft[group];
  return (
    <>
      {group === 'passwordPolicy' && <PasswordPolicyNotice />}
      <div className="divide-y divide-line">
        {Object.entries<Setting>(settingsTabs[group].settings).map(([name, setting]) => (
          <SettingField
            key={name}
            {...setting}
            value={values[name] ?? ''}
            bounds={boundsOf(group, name)}
            error={errors[`${group}.${name}`]}
            onChange={(value) => onChange({ ...draft, [group]: { ...values, [name]: value } })}
          />
        ))}
      </div>
    </>
  );
}

function PasswordPolicyNotice() {
  const signInName = useSignInName();
  return (
    <Notice tone="info" icon={<Info aria-hidden />} className="mt-3 mb-2">
      People sign in with {signInName}. Their passwords follow {signInName}'s own policy; this one
      is kept for accounts with a password of their own. Nobody has such an account at present.
    </Notice>
  );
}

type SettingFieldProps = Setting & {
  value: SettingValue;
  bounds: { min: number; max: number };
  error: string | undefined;
  onChange: (value: SettingValue) => void;
};

function SettingField({ value, ...field }: SettingFieldProps) {
  if (typeof value === 'boolean') return <ToggleField {...field} value={value} />;
  if (typeof value === 'number') return <NumberField {...field} value={value} />;
  return <ChoiceField {...field} value={value} />;
}

type FieldProps<Value> = Omit<SettingFieldProps, 'value'> & { value: Value };

function ChoiceField(props: FieldProps<string>) {
  const { label, text, value, options = [], error, onChange } = props;
  return (
    <div className="grid items-center gap-x-8 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <div>
        <p aria-hidden className="font-medium">
          {label}
        </p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <SelectField
        label={label}
        hideLabel
        value={value}
        options={options}
        error={error}
        onChange={onChange}
      />
    </div>
  );
}

/** A number setting, with its bounds. */
function NumberField(props: FieldProps<number>) {
  const { label, unit, text, value, bounds, error, onChange } = props;
  const id = useId();
  const { min, max } = bounds;
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

/** An on/off setting. */
function ToggleField({ label, text, value, onChange }: FieldProps<boolean>) {
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
