import { describe, expect, it } from 'vitest';
import { emptyAuditFilter, isFiltered, toAuditQuery } from './audit-query.ts';

describe('the filter of the audit log', () => {
  it('asks for everything when nothing is chosen', () => {
    expect(toAuditQuery(emptyAuditFilter)).toEqual({});
    expect(isFiltered(emptyAuditFilter)).toBe(false);
  });

  it('covers both days named, whole, by the clocks of the campus', () => {
    const days = { ...emptyAuditFilter, fromDay: '2026-03-01', toDay: '2026-03-02' };
    const { from, to } = toAuditQuery(days, false, 'Asia/Kolkata');
    expect(from).toBe('2026-02-28T18:30:00.000Z');
    expect(to).toBe('2026-03-02T18:30:00.000Z');
  });

  it('names person, key and action', () => {
    const filter = {
      ...emptyAuditFilter,
      person: { id: 'a'.repeat(24), label: 'Mira Pillai' },
      key: { id: 'b'.repeat(24), label: 'CSE-101' },
      action: 'hand-out',
    };
    expect(toAuditQuery(filter)).toEqual({
      person: 'a'.repeat(24),
      key: 'b'.repeat(24),
      action: 'hand-out',
    });
    expect(isFiltered(filter)).toBe(true);
  });

  it('leaves sign-ins out only on request', () => {
    expect(toAuditQuery(emptyAuditFilter, true)).toEqual({ hide: 'sign-ins' });
    expect(toAuditQuery(emptyAuditFilter, false)).toEqual({});
  });

  it('takes a day that is half typed for none', () => {
    for (const fromDay of ['2026-', '0002-03-01', '0202-03-01'])
      expect(toAuditQuery({ ...emptyAuditFilter, fromDay })).toEqual({});
  });
});
