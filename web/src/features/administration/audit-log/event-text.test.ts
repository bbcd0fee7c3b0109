import { describe, expect, it } from 'vitest';
import { formatDateTime } from '../../../lib/format.ts';
import { actionLabel, eventDetails, splitAtIds } from './event-text.ts';

const event = {
  id: 1,
  at: '2026-03-01T08:00:00.000Z',
  action: 'take-back',
  actor: null,
  subject: null,
  key: null,
  loanId: null,
  requestId: null,
  method: null,
  reason: null,
  details: null,
  sealed: true,
};

describe('an audit event in words', () => {
  it('names its kind', () => {
    expect(actionLabel('sign-in-failed')).toBe('Sign-in failed');
    expect(actionLabel('of-an-old-version')).toBe('Of an old version');
  });

  it('lists method, reason and what else is known', () => {
    const details = {
      method: 'collect',
      reason: 'Left early',
      details: { attested: false, from: { block: 'A' } },
    };
    expect(eventDetails({ ...event, ...details })).toEqual([
      'Method: collect',
      'Reason: Left early',
      'Attested: no',
      'From, block: A',
    ]);
  });

  it('tells of a change only what changed', () => {
    const before = { sessionSettings: { sessionTimeout: 30, most: 3 }, reason: null };
    const after = { sessionSettings: { sessionTimeout: 45, most: 3 }, reason: 'New term' };
    expect(eventDetails({ ...event, details: { before, after } })).toEqual([
      'Session settings, session timeout: 30 → 45',
      'Reason: none → New term',
    ]);
  });

  it('gives moments as the rest of the page does', () => {
    const takenAt = '2026-03-01T08:00:00.000Z';
    expect(eventDetails({ ...event, details: { takenAt, day: '2026-03-01' } })).toEqual([
      `Taken at: ${formatDateTime(takenAt)}`,
      'Day: 2026-03-01',
    ]);
  });

  it('shows lists and checksums as people read them', () => {
    const details = {
      keyNumbers: ['A-1', 'A-2'],
      hours: [{ day: 1, opensAt: '08:00' }, { day: 2 }],
      people: [],
      fileSha256: 'ab'.repeat(32),
    };
    expect(eventDetails({ ...event, details })).toEqual([
      'Key numbers: A-1; A-2',
      'Hours: day 1, opens at 08:00; day 2',
      'People: none',
      'File sha256: abababababab…',
    ]);
  });

  it('has nothing to add where nothing more is known', () => {
    expect(eventDetails(event)).toEqual([]);
  });

  it('comes in parts, so that names can take the place of ids', () => {
    const id = '0123456789abcdef01234567';
    expect(splitAtIds(`Returned by: ${id}`)).toEqual(['Returned by: ', id]);
    expect(splitAtIds(`${id}, ${id}`)).toEqual([id, ', ', id]);
    expect(splitAtIds(`File sha256: ${id}${id}`)).toEqual([`File sha256: ${id}${id}`]);
  });
});
