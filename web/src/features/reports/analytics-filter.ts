import {
  type AnalyticsRole,
  rangeLength,
  type TimeRange,
  timeRanges,
} from '@keydesk/shared/analytics/analytics';
import { keyDepartments } from '@keydesk/shared/keys/key';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCampus } from '../../lib/campus.ts';

/** The filter of the reports and analytics. */
export type AnalyticsFilter = {
  timeRange: TimeRange;
  department: string;
  role: AnalyticsRole;
};

const defaultFilter: AnalyticsFilter = { timeRange: '7d', department: 'all', role: 'all' };

export const rangeOptions = timeRanges.map(({ value, label }) => ({ value, label }));

export const roleOptions = [
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
