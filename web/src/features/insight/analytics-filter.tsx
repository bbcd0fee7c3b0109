import {
  type AnalyticsRole,
  rangeLength,
  type TimeRange,
  timeRanges,
} from '@keydesk/shared/insight/analytics';
import { keyDepartments } from '@keydesk/shared/keys/key';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCampus } from '../../lib/campus.ts';
import { SelectField } from '../../ui/fields.tsx';

/** The filter of the reports and analytics. */
export type AnalyticsFilter = {
  timeRange: TimeRange;
  department: string;
  role: AnalyticsRole;
};

const defaultFilter: AnalyticsFilter = { timeRange: '7d', department: 'all', role: 'all' };

const rangeOptions = timeRanges.map(({ value, label }) => ({ value, label }));

const roleOptions = [
  { value: 'all', label: 'All Roles' },
  { value: 'admin', label: 'Admin' },
  { value: 'security', label: 'Security' },
  { value: 'faculty', label: 'Faculty' },
] as const;

/** The filter in an address; missing and invalid parts get their defaults. */
export function parseAnalyticsFilter(
  search: Readonly<Record<string, unknown>>,
  departments = keyDepartments,
): AnalyticsFilter {
  return {
    timeRange: oneOf(rangeOptions, search.timeRange, defaultFilter.timeRange),
    department: departments.find((known) => known === search.department) ?? 'all',
    role: oneOf(roleOptions, search.role, defaultFilter.role),
  };
}

function oneOf<V extends string>(
  options: readonly { value: V }[],
  value: unknown,
  otherwise: V,
): V {
  return options.find((option) => option.value === value)?.value ?? otherwise;
}

/** The parts of a filter that differ from the defaults, for the address. */
export function toSearchParams(filter: AnalyticsFilter): Partial<AnalyticsFilter> {
  return Object.fromEntries(
    Object.entries(filter).filter(
      ([name, value]) => value !== defaultFilter[name as keyof AnalyticsFilter],
    ),
  );
}

/** The time range and the period before it, in words. */
export function periodLabels({ timeRange }: Pick<AnalyticsFilter, 'timeRange'>): {
  current: string;
  before: string;
} {
  const length = rangeLength(timeRange);
  return { current: `Last ${length}`, before: `the ${length} before` };
}

/** What figures about keys say while a role is chosen, since keys have none. */
export function keysNote({ role }: Pick<AnalyticsFilter, 'role'>): string | undefined {
  return role === 'all' ? undefined : 'Everybody: the role filter applies to people only.';
}

/** The filter in the address, and a function to change it. */
export function useAnalyticsFilter(): [
  filter: AnalyticsFilter,
  change: (part: Partial<AnalyticsFilter>) => void,
] {
  const departments = useCampus()?.departments.map(({ code }) => code);
  const filter = parseAnalyticsFilter(useSearch({ strict: false }), departments);
  const navigate = useNavigate();
  const change = (part: Partial<AnalyticsFilter>) =>
    void navigate({
      to: '.',
      search: toSearchParams({ ...filter, ...part }),
      replace: true,
      resetScroll: false,
    });
  return [filter, change];
}

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
