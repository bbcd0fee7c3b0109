import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { serverNow } from '../../../lib/clock.ts';
import { LogEntryItem } from './handover-log.tsx';

afterEach(cleanup);

const dayMs = 86_400_000;
const returned = {
  kind: 'returned' as const,
  keyIds: ['204'],
  keyNumbers: ['204'],
  keyName: 'Physics Lab',
  holderName: 'Ravi Iyer',
  guardName: null,
  loanIds: [],
  guardId: null,
  deskId: null,
  deskName: null,
  place: {},
};

test.each([
  ['of yesterday names the day', dayMs, /^yesterday /],
  ['of now needs none', 0, /^[^a-z]*[0-9]{1,2}[:.][0-9]{2}/],
])('a handover %s', (_what, ago, expected) => {
  const at = new Date(serverNow() - ago).toISOString();
  render(<LogEntryItem entry={{ ...returned, at }} />);
  expect(screen.getByRole('time').textContent).toMatch(expected);
});

test('says how a dispute of its loan was settled', () => {
  const at = new Date(serverNow()).toISOString();
  const settledBy = { id: 'a'.repeat(24), name: 'Campus Admin' };
  const settled = { settledAt: at, settledBy, resolution: 'returned' as const, ofReturn: true };
  const entry = { ...returned, at, settled };
  render(<LogEntryItem entry={entry} />);
  expect(
    screen.getByText(/^Disputed, settled .* by Campus Admin: the return was right$/),
  ).toBeTruthy();
});

test('says what was decided of a loan that a settlement undid', () => {
  const at = new Date(serverNow()).toISOString();
  const admin = { id: 'a'.repeat(24), name: 'Campus Admin' };
  const undone = { undoneAt: at, undoneBy: admin, undoneReason: 'mistake' as const };
  const resolution = 'not-handed-over' as const;
  const settled = { settledAt: at, settledBy: admin, resolution, ofReturn: false };
  render(<LogEntryItem entry={{ ...returned, kind: 'handed-over', at, undone, settled }} />);
  screen.getByText(/^Undone .* by Campus Admin: the key was not handed out$/);
});

test('a batch names who had its keys', () => {
  const at = new Date(serverNow()).toISOString();
  const keys = { keyIds: ['1', '2'], keyNumbers: ['204', '205'] };
  render(<LogEntryItem entry={{ ...returned, ...keys, at }} />);
  expect(screen.getByRole('listitem').textContent).toMatch(
    /2 keysReturned ·\sRavi Iyer ·.*204, 205/,
  );
});

test.each([
  ['paper', 'from paper'],
  ['settled', 'after a dispute'],
  ['desk', ''],
] as const)('what was identified by %s is marked %j', (identifiedBy, words) => {
  const at = new Date(serverNow()).toISOString();
  render(<LogEntryItem entry={{ ...returned, kind: 'handed-over', identifiedBy, at }} />);
  const text = screen.getByRole('listitem').textContent;
  expect(text?.match(/from paper|after a dispute/)?.[0] ?? '').toBe(words);
});
