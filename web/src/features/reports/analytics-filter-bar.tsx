import { useCampus } from '../../lib/campus.ts';
import { SelectField } from '../../ui/select-field.tsx';
import {
  type AnalyticsFilter,
  parseAnalyticsFilter,
  rangeOptions,
  roleOptions,
} from './analytics-filter.ts';

type AnalyticsFilterBarProps = {
  filter: AnalyticsFilter;
  onChange: (part: Partial<AnalyticsFilter>) => void;
};

/** Filters the analytics by time range, department and role. */
export function AnalyticsFilterBar({ filter, onChange }: AnalyticsFilterBarProps) {
  const departments = (useCampus()?.departments ?? []).filter(({ lends }) => lends);
  return (
    <search
      aria-label="Analytics filters"
      className="mb-5 grid two-columns gap-3 sm:max-w-2xl sm:grid-cols-3"
    >
      <SelectField
        label="Time Range"
        value={filter.timeRange}
        options={rangeOptions}
        onChange={(timeRange) =>
          onChange({ timeRange: parseAnalyticsFilter({ timeRange }).timeRange })
        }
        className="max-sm:col-span-full"
      />
      <SelectField
        label="Department"
        value={filter.department}
        options={[
          { value: 'all', label: 'All Departments' },
          ...departments.map(({ code, retired }) => ({
            value: code,
            label: retired ? `${code} (retired)` : code,
          })),
        ]}
        onChange={(department) => onChange({ department })}
      />
      <SelectField
        label="User Role"
        value={filter.role}
        options={roleOptions}
        onChange={(role) => onChange({ role: parseAnalyticsFilter({ role }).role })}
      />
    </search>
  );
}
