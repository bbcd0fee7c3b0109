import { describe, expect, it } from 'vitest';
import { actionText, detailsOf } from './event-text.ts';

const event = {
  id: 1,
  at: '2026-03-01T08:00:00.000Z',
  action: 'take-back',
  actor: null,
  subject: null,
  key: null,
  loanId: null,
  method: null,
  reason: null,
  details: null,
  sealed: true,
};

describe('an audit event in words', () => {
  it('names its kind', () => {
    expect(actionText('sign-in-failed')).toBe('Sign in failed');
  });

  it('lists method, reason and what else is known', () => {
    const told = { method: 'collect', reason: 'Left early', details: { attested: false, was: {} } };
    expect(detailsOf({ ...event, ...told })).toEqual([
      'Method: collect',
      'Reason: Left early',
      'attested: false',
      'was: {}',
    ]);
  });

  it('has nothing to add where nothing more is known', () => {
    expect(detailsOf(event)).toEqual([]);
  });
});
