import type { LoggedHandover } from '@keydesk/shared/loans/loan';
import { expect, test } from 'vitest';
import { logEntryKey, toLogEntries, withLatest } from './handover-log.tsx';

const guard = { id: 'a'.repeat(24), name: 'R. Singh' };

function handover(keyNumber: string, rest: Partial<LoggedHandover> = {}): LoggedHandover {
  return {
    kind: 'return',
    loanId: 'b'.repeat(24),
    at: '2026-01-05T09:00:00.000Z',
    key: {
      id: `c${keyNumber}`.padEnd(24, 'c'),
      keyNumber,
      keyName: 'Room',
      deskId: null,
      hook: 'Cabinet 2 · 14',
    },
    holder: { id: 'd'.repeat(24), name: 'Asha Rao' },
    guard,
    desk: { id: 'e'.repeat(24), name: 'Main Desk' },
    dutyId: null,
    returnType: 'own',
    identifiedBy: null,
    tagChecked: false,
    ...rest,
  };
}

test('a line names key, holder, guard, desk and hook', () => {
  expect(toLogEntries([handover('101', { kind: 'hand-out', returnType: null })])).toEqual([
    {
      kind: 'handed-over',
      keyIds: ['c101'.padEnd(24, 'c')],
      keyNumbers: ['101'],
      loanIds: ['b'.repeat(24)],
      keyName: 'Room',
      holderName: 'Asha Rao',
      guardId: guard.id,
      guardName: 'R. Singh',
      deskId: 'e'.repeat(24),
      deskName: 'Main Desk',
      identifiedBy: null,
      place: { hook: 'Cabinet 2 · 14' },
      at: '2026-01-05T09:00:00.000Z',
    },
  ]);
});

test('a return that holds again is told from the one that was undone at its moment', () => {
  const undoing = {
    undoneAt: '2026-01-05T09:05:00.000Z',
    undoneBy: guard,
    undoneReason: 'not-there' as const,
  };
  const keys = toLogEntries([handover('101'), handover('101', { undone: true, undoing })]);
  expect(new Set(keys.map(logEntryKey)).size).toBe(2);
});

test('the keys of a batch share a line, and no others do', () => {
  const batch = { returnType: 'batch' as const };
  const later = { ...batch, at: '2026-01-05T10:00:00.000Z' };
  const elsewhere = { ...batch, guard: { ...guard, id: 'f'.repeat(24) } };
  expect(
    toLogEntries([
      handover('201', later),
      handover('101', batch),
      handover('102', batch),
      handover('103'),
      handover('104', { returnType: 'collected' }),
      handover('105', elsewhere),
    ]).map(({ kind, keyNumbers }) => [kind, ...keyNumbers]),
  ).toEqual([
    ['returned', '201'],
    ['returned', '101', '102'],
    ['returned', '103'],
    ['collected', '104'],
    ['returned', '105'],
  ]);
});

test('what happened since the log was read is listed once, and nothing older', () => {
  const [nine = never()] = toLogEntries([handover('101')]);
  const entryAt = (at: string, keyId: string) => ({ ...nine, at, keyIds: [keyId] });
  const ten = entryAt('2026-01-05T10:00:00.000Z', '102');
  const eight = entryAt('2026-01-05T08:00:00.000Z', '103');
  const same = { ...nine, keyNumbers: ['101 before it was renamed'], guardName: null };
  expect(withLatest([nine], [eight, same, ten])).toEqual([ten, nine]);
  expect(withLatest([], [eight, ten])).toEqual([ten, eight]);
});

function never(): never {
  throw new Error('no entry');
}
