import { closingAfter } from '@keydesk/shared/due/calendar';
import { expect, test } from 'vitest';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { deskFigures } from './desk-overview.tsx';

const timezone = 'Asia/Kolkata';
const calendar = { reminderTime: '17:20', timezone, hours: [], days: [] };
const due = '2026-01-05T11:50:00.000Z';

function out(keyNumber: string, takenAt: string) {
  const dueAt = closingAfter(new Date(takenAt), calendar).toISOString();
  const loan = { takenAt, dueAt, graceUntil: dueAt, loanId: 'c'.repeat(24) };
  return sampleKey({ keyNumber, status: 'unavailable', ...loan });
}

const atDesk = sampleKey({ keyNumber: '100' });
const lastWeek = out('101', '2025-12-29T05:00:00.000Z');
const yesterday = out('102', '2026-01-04T05:00:00.000Z');
const morning = out('103', '2026-01-05T04:00:00.000Z');
const keys = [atDesk, morning, yesterday, lastWeek];

test('keys that are out are counted, overdue ones and those due today among them', () => {
  expect(deskFigures(keys, timezone, new Date('2026-01-05T06:00:00.000Z'))).toEqual({
    out: 3,
    overdue: 2,
    dueToday: 1,
  });
});

test('at the due time a key becomes overdue and is not expected today any more', () => {
  expect(deskFigures(keys, timezone, new Date(due))).toMatchObject({
    overdue: 3,
    dueToday: 0,
  });
});

test('what is taken after the due time is expected on the next day', () => {
  const evening = out('104', '2026-01-05T12:30:00.000Z');
  expect(deskFigures([evening], timezone, new Date('2026-01-05T13:00:00.000Z'))).toEqual({
    out: 1,
    overdue: 0,
    dueToday: 0,
  });
});

test('with every key at the desk there is nothing to do', () => {
  expect(deskFigures([atDesk], timezone, new Date(due))).toMatchObject({ out: 0, overdue: 0 });
});

test('a recalled key is overdue when its time is over, as in every report', () => {
  const recalled = { ...morning, recalledAt: '2026-01-05T05:00:00.000Z' };
  const figures = deskFigures([recalled], timezone, new Date('2026-01-05T06:00:00.000Z'));
  expect(figures).toEqual({ out: 1, overdue: 0, dueToday: 1 });
});
