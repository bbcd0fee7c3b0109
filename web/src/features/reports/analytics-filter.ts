import { type TimeRange, timeRanges } from '@keydesk/shared/analytics/analytics';
import { keyDepartments } from '@keydesk/shared/keys/key';

/** What the charts are about. */
export type AnalyticsFilter = {
  timeRange: TimeRange;
  department: string;
  role: 'all' | 'admin' | 'security' | 'faculty';
};

const unfiltered: AnalyticsFilter = { timeRange: '7d', department: 'all', role: 'all' };

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

const among = <V extends string>(
  options: readonly { value: V }[],
  value: unknown,
  otherwise: V,
): V => options.find((option) => option.value === value)?.value ?? otherwise;

/** The filter that an address holds; what it does not name, or names wrongly, is unfiltered. */
export const filterOf = (search: Readonly<Record<string, unknown>>): AnalyticsFilter => ({
  timeRange: among(rangeOptions, search.timeRange, unfiltered.timeRange),
  department: among(departmentOptions, search.department, unfiltered.department),
  role: among(roleOptions, search.role, unfiltered.role),
});

/** The part of a filter that an address must name. */
export const filterInUrl = (filter: AnalyticsFilter): Partial<AnalyticsFilter> =>
  Object.fromEntries(
    Object.entries(filter).filter(
      ([name, value]) => value !== unfiltered[name as keyof AnalyticsFilter],
    ),
  );
