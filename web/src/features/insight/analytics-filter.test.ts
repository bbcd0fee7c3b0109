import { describe, expect, it } from 'vitest';
import {
  type AnalyticsFilter,
  keysNote,
  parseAnalyticsFilter,
  periodLabels,
  runningPart,
  toSearchParams,
} from './analytics-filter.tsx';

describe('the filter in the address', () => {
  it('is seven days, every department and every role unless the address says otherwise', () => {
    expect(parseAnalyticsFilter({})).toEqual({ timeRange: '7d', department: 'all', role: 'all' });
  });

  it('ignores what does not exist', () => {
    expect(
      parseAnalyticsFilter({ timeRange: '2y', department: 'ALCHEMY', role: 'pending' }, ['CSE']),
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
    { timeRange: '7d', from: '2025-01-07', to: '2025-06-30', department: 'all', role: 'all' },
  ])('survives the way through the address: $timeRange $department $role', (filter) => {
    expect(parseAnalyticsFilter(toSearchParams(filter))).toEqual(filter);
  });
});

describe('own dates', () => {
  it('stand in the address unless something is wrong with them', () => {
    for (const [from, to] of [
      ['2025-01-07', '2025-01-06'],
      ['2024-01-07', '2025-01-08'],
      ['2026-01-07', '2999-01-07'],
      ['2026-01-07', undefined],
      ['7 Jan', '8 Jan'],
    ])
      expect(parseAnalyticsFilter({ from, to })).toEqual(parseAnalyticsFilter({}));
  });

  it('are over unless they end today', () => {
    expect(runningPart({ timeRange: '7d', from: '2025-01-07', to: '2025-01-07' })).toBeNull();
    expect(runningPart({ timeRange: '7d' })).toBe('today');
  });
});

describe('the time range', () => {
  it('is named with the period before it', () => {
    expect(periodLabels({ timeRange: '1d' })).toEqual({
      current: 'Last 24 hours',
      before: 'the previous 24 hours',
    });
    expect(periodLabels({ timeRange: '7d', from: '2025-01-07', to: '2025-06-30' })).toEqual({
      current: '7 Jan 2025 to 30 Jun 2025',
      before: 'the previous 175 days',
    });
    expect(periodLabels({ timeRange: '90d' })).toEqual({
      current: 'Last 90 days',
      before: 'the previous 90 days',
    });
  });
});

describe('figures about keys', () => {
  it('say that a role does not filter them, while one is chosen', () => {
    expect(keysNote({ role: 'all' })).toBeUndefined();
    expect(keysNote({ role: 'faculty' })).toMatch(/role filter applies to people only/);
  });
});
