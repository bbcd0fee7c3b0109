import { type TimeRange, timeRanges } from '@keydesk/shared/analytics/analytics';
import { keyDepartments } from '@keydesk/shared/keys/key';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** What the charts are about. */
export type AnalyticsFilter = {
  timeRange: TimeRange;
  department: string;
  role: 'all' | 'admin' | 'security' | 'faculty';
};

const defaultFilter: AnalyticsFilter = { timeRange: '7d', department: 'all', role: 'all' };

export const rangeOptions = timeRanges.map(({ value, label }) => ({ value, label }));

export const departmentOptions = [
  { value: 'all', label: 'All Departments' },
  ...keyDepartments.map((department) => ({ value: department, label: department })),
];

export const roleOptions = [
  { value: 'all', label: 'All Roles' },
  { value: 'admin', label: 'Admin' },
  { value: 'security', label: 'Security' },
  { value: 'faculty', label: 'Faculty' },
] as const;

/** The filter that an address holds; what it does not name, or names wrongly, is unfiltered. */
export function parseAnalyticsFilter(search: Readonly<Record<string, unknown>>): AnalyticsFilter {
  return {
    timeRange: oneOf(rangeOptions, search.timeRange, defaultFilter.timeRange),
    department: oneOf(departmentOptions, search.department, defaultFilter.department),
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

/** The part of a filter that an address must name. */
export function toSearchParams(filter: AnalyticsFilter): Partial<AnalyticsFilter> {
  return Object.fromEntries(
    Object.entries(filter).filter(
      ([name, value]) => value !== defaultFilter[name as keyof AnalyticsFilter],
    ),
  );
}

/** The filter that the address holds, and how to change it. */
export function useAnalyticsFilter(): [
  filter: AnalyticsFilter,
  change: (part: Partial<AnalyticsFilter>) => void,
] {
  const filter = parseAnalyticsFilter(useSearch({ strict: false }));
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
