import { SelectField } from '../../ui/select-field.tsx';
import {
  type AnalyticsFilter,
  departmentOptions,
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
  return (
    <search
      aria-label="Analytics filters"
      className="mb-5 grid grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] gap-3 sm:max-w-2xl sm:grid-cols-3"
    >
      <SelectField
        label="Time Range"
        value={filter.timeRange}
        options={rangeOptions}
        onChange={(timeRange) =>
          onChange({ timeRange: parseAnalyticsFilter({ timeRange }).timeRange })
        }
        className="max-sm:col-span-2"
      />
      <SelectField
        label="Department"
        value={filter.department}
        options={departmentOptions}
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
