import { dateText, namesText } from '@keydesk/shared/core/formats';
import { dayAfter, localDay } from '@keydesk/shared/due/calendar';
import {
  type AnalyticsRole,
  ownDatesError,
  type RangeChoice,
  rangeLength,
  timeRanges,
  timeRangeText,
} from '@keydesk/shared/insight/analytics';
import { t } from '@keydesk/shared/texts/en/analytics';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t as roleText } from '@keydesk/shared/texts/en/roles';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { parseDepartment, useCampus, useEntryLabel } from '../../lib/campus.ts';
import { serverNow } from '../../lib/clock.ts';
import { campusTimezone } from '../../lib/format.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { FoldedFilters } from '../../ui/filters.tsx';
import { useDepartmentFilterOptions } from '../administration/keys/key-labels.ts';

export type AnalyticsFilter = RangeChoice & {
  department: string;
  role: AnalyticsRole;
};

const defaultFilter: AnalyticsFilter = { timeRange: '7d', department: 'all', role: 'all' };

const ownDates = 'own' as const;

const roleOptions = [
  { value: 'all' },
  { value: 'admin' },
  { value: 'security' },
  { value: 'faculty' },
] as const;

/** Missing and invalid parts get their defaults. */
export function parseAnalyticsFilter(
  search: Readonly<Record<string, unknown>>,
  departments?: readonly string[],
): AnalyticsFilter {
  return {
    timeRange: oneOf(timeRanges, search.timeRange, defaultFilter.timeRange),
    ...ownDatesIn(search),
    department: parseDepartment(search.department, departments) ?? 'all',
    role: oneOf(roleOptions, search.role, defaultFilter.role),
  };
}

function ownDatesIn({ from, to }: Readonly<Record<string, unknown>>) {
  if (typeof from !== 'string' || typeof to !== 'string') return {};
  return ownDatesError({ from, to }, campusDay()) === null ? { from, to } : {};
}

function campusDay(): string {
  return localDay(new Date(serverNow()), { timezone: campusTimezone.get() });
}

function oneOf<V extends string>(
  options: readonly { value: V }[],
  value: unknown,
  otherwise: V,
): V {
  return options.find((option) => option.value === value)?.value ?? otherwise;
}

export function toSearchParams(filter: AnalyticsFilter): Partial<AnalyticsFilter> {
  return Object.fromEntries(
    Object.entries(filter).filter(
      ([name, value]) => value !== defaultFilter[name as keyof AnalyticsFilter],
    ),
  );
}

export function periodLabels(range: RangeChoice): { current: string; before: string } {
  const { from, to } = range;
  const length = rangeLength(range);
  return {
    current:
      from && to
        ? keyText('from-to', {
            from: dateText(from, 'date', 'UTC'),
            to: dateText(to, 'date', 'UTC'),
          })
        : t('last', { length }),
    before: t('period-before', { length }),
  };
}

/** The chart point that is still incomplete; null if the chosen dates ended before today. */
export function runningPart({ timeRange, to }: RangeChoice): 'today' | 'this hour' | null {
  if (to) return to === campusDay() ? 'today' : null;
  return timeRange === '1d' ? 'this hour' : 'today';
}

/** A note on key figures while a role is chosen, because keys have no role. */
export function keysNote({ role }: Pick<AnalyticsFilter, 'role'>): string | undefined {
  return role === 'all' ? undefined : t('role-note');
}

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

export function AnalyticsFilterBar({ filter, onChange }: AnalyticsFilterBarProps) {
  const departmentLabel = useEntryLabel('departments');
  const departments = useDepartmentFilterOptions();
  return (
    <FoldedFilters
      label={t('analytics-filters')}
      chosen={chosenText({ ...filter, department: departmentLabel(filter.department) })}
      className="grid two-columns gap-2 md:flex md:flex-wrap md:items-end md:gap-3 md:*:w-48"
    >
      <SelectField
        label={t('time-range')}
        hideLabel
        value={filter.from ? ownDates : filter.timeRange}
        options={[
          ...timeRanges.map((range) => ({ value: range.value, label: timeRangeText(range) })),
          { value: ownDates, label: t('own-dates') },
        ]}
        onChange={(choice) =>
          onChange(
            choice === ownDates
              ? { from: dayAfter(campusDay(), -29), to: campusDay() }
              : { timeRange: choice, from: undefined, to: undefined },
          )
        }
        className="max-md:col-span-full"
      />
      <SelectField
        label={fieldText('department')}
        hideLabel
        value={filter.department}
        options={[{ value: 'all', label: t('all-departments') }, ...departments]}
        onChange={(department) => onChange({ department })}
      />
      <SelectField
        label={t('user-role')}
        hideLabel
        value={filter.role}
        options={roleOptions.map(({ value }) => ({
          value,
          label: value === 'all' ? t('all-roles') : roleText(value),
        }))}
        onChange={(role) => onChange({ role: parseAnalyticsFilter({ role }).role })}
      />
      {filter.from && filter.to && (
        <OwnDates dates={{ from: filter.from, to: filter.to }} onChange={onChange} />
      )}
    </FoldedFilters>
  );
}

/** 'Last 7 days, all' */
function chosenText(filter: AnalyticsFilter): string {
  const { department, role } = filter;
  const chosen = [department, role === 'all' ? role : roleText(role)].filter(
    (one) => one !== 'all',
  );
  return t('chosen', {
    range: periodLabels(filter).current,
    filters: namesText(chosen) || t('all'),
  });
}

type Dates = { from: string; to: string };

/** The first and last day. An invalid input stays until it is corrected. */
function OwnDates({ dates, onChange }: { dates: Dates; onChange: (dates: Dates) => void }) {
  const [draft, setDraft] = useState<Dates | null>(null);
  const today = campusDay();
  const shown = draft ?? dates;
  const change = (part: Partial<Dates>) => {
    const next = { ...shown, ...part };
    const isWrong = ownDatesError(next, today) !== null;
    setDraft(isWrong ? next : null);
    if (!isWrong) onChange(next);
  };
  return (
    <>
      <TextField
        label={fieldText('from')}
        type="date"
        max={today}
        value={shown.from}
        className="max-[22.5rem]:col-span-full"
        onChange={({ target }) => change({ from: target.value })}
      />
      <TextField
        label={fieldText('to')}
        type="date"
        max={today}
        value={shown.to}
        className="max-[22.5rem]:col-span-full"
        error={draft && ownDatesError(draft, today)}
        onChange={({ target }) => change({ to: target.value })}
      />
    </>
  );
}
