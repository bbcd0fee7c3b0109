import { logLevels } from '@keydesk/shared/settings/security-settings';
import { SelectField } from '../../ui/select-field.tsx';
import type { PanelProps } from './panel.ts';
import { NumberField, ToggleField } from './setting-fields.tsx';

const levelOptions = logLevels.map((level) => ({ value: level, label: level }));

/** Tab Audit Logging. */
export const AuditLoggingPanel = ({ values, faults, change }: PanelProps<'auditLogging'>) => (
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
        onChange={(chosen) => {
          const logLevel = logLevels.find((level) => level === chosen);
          if (logLevel) change({ logLevel });
        }}
      />
    </div>
    <NumberField
      field="auditLogging.retentionDays"
      label="Retention"
      unit="days"
      text="Older events are removed."
      value={values.retentionDays}
      error={faults['auditLogging.retentionDays']}
      onChange={(retentionDays) => change({ retentionDays })}
    />
  </div>
);
