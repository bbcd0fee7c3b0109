import { describe, expect, test } from 'vitest';
import { backupState } from './backup-state.ts';
import { sizeText } from './system-page.tsx';

const now = new Date('2026-03-02T12:00:00Z');

function made(at: string) {
  return { at, file: '/backups/a.gz', bytes: 1 };
}

const failure = { at: '2026-03-02T02:30:00Z', reason: 'no space left' };

describe('the state of the backups', () => {
  test('is good when the last was made within a day', () => {
    const last = made('2026-03-02T02:31:00Z');
    expect(backupState({ keep: 14, last, failure: null }, now)).toEqual({
      tone: 'success',
      text: 'Runs every night. The latest 14 backups are kept.',
    });
  });

  test.each([
    ['No backups are scheduled', { keep: null, last: null, failure: null }],
    ['No backups yet', { keep: 14, last: null, failure: null }],
    ['older than a day', { keep: 14, last: made('2026-03-01T02:31:00Z'), failure: null }],
    ['no space left', { keep: 14, last: made('2026-03-02T02:31:00Z'), failure }],
  ])('is not when it says: %s', (says, backup) => {
    const { tone, text } = backupState(backup, now);
    expect(text).toContain(says);
    expect(tone).not.toBe('success');
  });
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [12_345_678, '12.3 MB'],
  [734_000_000, '734 MB'],
  [2_500_000_000_000, '2.5 TB'],
])('%d bytes read %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
