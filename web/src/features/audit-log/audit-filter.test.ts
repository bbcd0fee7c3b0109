import { describe, expect, it } from 'vitest';
import { emptyAuditFilter, isFiltered, toAuditQuery } from './audit-filter.ts';

describe('the filter of the audit log', () => {
  it('asks for everything when nothing is chosen', () => {
    expect(toAuditQuery(emptyAuditFilter)).toEqual({});
    expect(isFiltered(emptyAuditFilter)).toBe(false);
  });

  it('covers both days named, whole', () => {
    const { from, to } = toAuditQuery({
      ...emptyAuditFilter,
      fromDay: '2026-03-01',
      toDay: '2026-03-02',
    });
    expect(from).toBe(new Date(2026, 2, 1).toISOString());
    expect(to).toBe(new Date(2026, 2, 3).toISOString());
  });

  it('names person, key and action', () => {
    const filter = {
      ...emptyAuditFilter,
      person: { id: 'a'.repeat(24), name: 'Mira Pillai' },
      key: { id: 'b'.repeat(24), keyNumber: 'CSE-101' },
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
    expect(toAuditQuery({ ...emptyAuditFilter, fromDay: '2026-' })).toEqual({});
  });
});
