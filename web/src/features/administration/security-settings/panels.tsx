import { deskSettingsOf, logLevels } from '@keydesk/shared/campus/settings';
import { custodyDays } from '@keydesk/shared/core/audit';
import { t } from '@keydesk/shared/texts/en/settings';
import { Info } from 'lucide-react';
import { useId } from 'react';
import { useSignInName } from '../../../lib/config.ts';
import { classNames } from '../../../ui/class-names.ts';
import { CheckField, inputClassName, SelectField, type SelectOption } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import {
  boundsOf,
  type SettingsDraft,
  type SettingsErrors,
  type SettingsGroup,
} from './settings-draft.ts';

type Setting = { label: string; text?: string; unit?: string; options?: readonly SelectOption[] };
type SettingValue = number | string | boolean;

type Tabs = {
  [G in SettingsGroup]: {
    label: string;
    settings: Record<keyof NonNullable<SettingsDraft[G]>, Setting>;
  };
};

export function settingsTabs(): Tabs {
  return {
    sessionSettings: {
      label: t('session-management'),
      settings: {
        maxSessionDuration: {
          label: t('maximum-session-duration'),
          unit: t('hours'),
          text: t('max-session-duration-text'),
        },
        maxConcurrentSessions: {
          label: t('maximum-concurrent-sessions'),
          unit: t('sessions'),
          text: t('max-sessions-text'),
        },
        sessionTimeout: {
          label: t('session-timeout'),
          unit: t('minutes'),
          text: t('session-timeout-text'),
        },
      },
    },
    rateLimiting: {
      label: t('rate-limiting'),
      settings: {
        loginAttempts: {
          label: t('login-attempts'),
          unit: t('attempts'),
          text: t('login-attempts-text'),
        },
        lockoutDuration: {
          label: t('lockout-duration'),
          unit: t('minutes'),
          text: t('lockout-text'),
        },
        apiRequestsPerMinute: {
          label: t('api-requests-per-minute'),
          unit: t('requests'),
          text: t('requests-text'),
        },
      },
    },
    auditLogging: {
      label: t('audit-logging'),
      settings: {
        enabled: { label: t('enable-audit-logging'), text: t('audit-text') },
        logLevel: {
          label: t('log-level'),
          text: t('log-level-text'),
          options: logLevels.map((level) => ({ value: level, label: level })),
        },
        retentionDays: {
          label: t('retention'),
          unit: t('days'),
          text: t('retention-text', { days: custodyDays }),
        },
      },
    },
    desk: {
      label: t('desk'),
      settings: {
        lendByName: {
          label: t('lending-without-a-code'),
          text: t('lending-without-code-text'),
          options: [
            { value: 'on', label: t('by-name-or-id-card') },
            { value: 'card', label: t('by-id-card-only') },
            { value: 'off', label: t('off') },
          ],
        },
        tagCheck: {
          label: t('tag-check'),
          text: t('tag-check-text'),
          options: [
            { value: 'off', label: t('off') },
            { value: 'keys', label: t('chosen-keys') },
            { value: 'all', label: t('all-keys') },
          ],
        },
        keyIdTags: {
          label: t('tags-of-the-old-kind'),
          text: t('old-tags-text'),
        },
        noKeysWhileOverdue: {
          label: t('no-keys-while-overdue'),
          text: t('no-keys-while-overdue-text'),
        },
        lockAfterMinutes: {
          label: t('minutes-before-locking'),
          unit: t('minutes'),
          text: t('desk-locks-text'),
        },
      },
    },
    passwordPolicy: {
      label: t('password-policy'),
      settings: {
        minLength: {
          label: t('minimum-length'),
          unit: t('characters'),
          text: t('min-length-text'),
        },
        maxAge: {
          label: t('maximum-age'),
          unit: t('days'),
          text: t('max-age-text'),
        },
        requireUppercase: { label: t('require-uppercase-letters') },
        requireLowercase: { label: t('require-lowercase-letters') },
        requireNumbers: { label: t('require-numbers') },
        requireSpecialChars: { label: t('require-special-characters') },
      },
    },
  };
}

type SettingsPanelProps = {
  group: SettingsGroup;
  draft: SettingsDraft;
  errors: SettingsErrors;
  onChange: (draft: SettingsDraft) => void;
};

export function SettingsPanel({ group, draft, errors, onChange }: SettingsPanelProps) {
  const values: Readonly<Record<string, SettingValue>> =
    group === 'desk' ? deskSettingsOf(draft) : draft[group];
  return (
    <>
      {group === 'passwordPolicy' && <PasswordPolicyNotice />}
      <div className="divide-y divide-line">
        {Object.entries<Setting>(settingsTabs()[group].settings).map(([name, setting]) => (
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
      {t('own-password-policy', { signInName })}
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
  const { label, text: hint, onChange } = field;
  if (typeof value === 'boolean')
    return (
      <CheckField label={label} hint={hint} checked={value} onChange={onChange} className="py-3" />
    );
  if (typeof value === 'number') return <NumberField {...field} value={value} />;
  return <ChoiceField {...field} value={value} />;
}

type FieldProps<Value> = Omit<SettingFieldProps, 'value'> & { value: Value };

function ChoiceField(props: FieldProps<string>) {
  const { label, text, value, options = [], error, onChange } = props;
  return (
    <div className="grid items-center gap-x-8 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <div>
        <p aria-hidden className="font-semibold">
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

function NumberField(props: FieldProps<number>) {
  const { label, unit = '', text, value, bounds, error, onChange } = props;
  const id = useId();
  const { min, max } = bounds;
  return (
    <div className="grid gap-x-8 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <div>
        <label htmlFor={id} className="font-semibold">
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
              '[appearance:textfield] pe-24 tabular-nums [&::-webkit-inner-spin-button]:appearance-none',
              error ? 'border-danger' : 'border-line-strong',
            )}
          />
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 end-3.5 grid place-items-center text-sm text-muted"
          >
            {unit}
          </span>
        </div>
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={classNames('mt-1.5 text-sm', error ? 'text-danger' : 'text-muted')}
        >
          {error ?? t('bounds', { min, max, unit })}
        </p>
      </div>
    </div>
  );
}
