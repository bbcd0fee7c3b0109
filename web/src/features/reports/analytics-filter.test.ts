import { describe, expect, it } from 'vitest';
import { type AnalyticsFilter, filterInUrl, filterOf } from './analytics-filter.ts';

describe('the filter in the address', () => {
  it('is seven days, every department and every role unless the address says otherwise', () => {
    expect(filterOf({})).toEqual({ timeRange: '7d', department: 'all', role: 'all' });
  });

  it('ignores what does not exist', () => {
    expect(filterOf({ timeRange: '2y', department: 'ALCHEMY', role: 'pending' })).toEqual(
      filterOf({}),
    );
  });

  it('names only what is filtered', () => {
    expect(filterInUrl(filterOf({}))).toEqual({});
    expect(filterInUrl({ timeRange: '90d', department: 'CSE', role: 'all' })).toEqual({
      timeRange: '90d',
      department: 'CSE',
    });
  });

  it.each<AnalyticsFilter>([
    { timeRange: '1d', department: 'all', role: 'faculty' },
    { timeRange: '30d', department: 'IoT', role: 'security' },
  ])('survives the way through the address: $timeRange $department $role', (filter) => {
    expect(filterOf(filterInUrl(filter))).toEqual(filter);
  });
});
