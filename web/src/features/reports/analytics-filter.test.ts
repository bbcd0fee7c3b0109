import { describe, expect, it } from 'vitest';
import { type AnalyticsFilter, parseAnalyticsFilter, toSearchParams } from './analytics-filter.ts';

describe('the filter in the address', () => {
  it('is seven days, every department and every role unless the address says otherwise', () => {
    expect(parseAnalyticsFilter({})).toEqual({ timeRange: '7d', department: 'all', role: 'all' });
  });

  it('ignores what does not exist', () => {
    expect(
      parseAnalyticsFilter({ timeRange: '2y', department: 'ALCHEMY', role: 'pending' }),
    ).toEqual(parseAnalyticsFilter({}));
  });

  it('names only what is filtered', () => {
    expect(toSearchParams(parseAnalyticsFilter({}))).toEqual({});
    expect(toSearchParams({ timeRange: '90d', department: 'CSE', role: 'all' })).toEqual({
      timeRange: '90d',
      department: 'CSE',
    });
  });

  it.each<AnalyticsFilter>([
    { timeRange: '1d', department: 'all', role: 'faculty' },
    { timeRange: '30d', department: 'IoT', role: 'security' },
  ])('survives the way through the address: $timeRange $department $role', (filter) => {
    expect(parseAnalyticsFilter(toSearchParams(filter))).toEqual(filter);
  });
});
