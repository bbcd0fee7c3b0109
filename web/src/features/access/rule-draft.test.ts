import { describe, expect, it } from 'vitest';
import {
  emptyRule,
  errorsOf,
  isComplete,
  type RuleDraft,
  sentenceOf,
  toNewRule,
} from './rule-draft.ts';

const timezone = 'Asia/Kolkata';
const trained = { id: 'a'.repeat(24), label: 'Laser trained' };

const noKeys = { effect: 'deny', subject: 'everyone', target: 'all' } as const;

function draft(part: Partial<RuleDraft>) {
  const filled: RuleDraft = { ...emptyRule, ...noKeys, ...part };
  return filled;
}

function complete(part: Partial<RuleDraft>) {
  const filled = draft(part);
  if (!isComplete(filled)) throw new Error('Something is missing');
  return filled;
}

describe('the form of an access rule', () => {
  it('says nothing before it is chosen', () => {
    expect(Object.keys(errorsOf(emptyRule))).toEqual(['subject', 'effect', 'target']);
  });

  it('needs for whom and about what it is', () => {
    expect(errorsOf(draft({}))).toEqual({});
    expect(errorsOf(draft({ subject: 'role' }))).toHaveProperty('who');
    expect(errorsOf(draft({ target: 'key' }))).toHaveProperty('what');
    expect(errorsOf(draft({ weekdays: [] }))).toHaveProperty('weekdays');
    expect(errorsOf(draft({ fromTime: '18:00', toTime: '18:00' }))).toHaveProperty('toTime');
    const days = { fromDay: '2026-12-02', untilDay: '2026-12-01' };
    expect(errorsOf(draft(days))).toHaveProperty('untilDay');
  });

  it('leaves out what it does not limit', () => {
    expect(toNewRule(complete({ who: trained, what: trained }), timezone)).toEqual({
      effect: 'deny',
      subject: 'everyone',
      target: 'all',
      note: '',
    });
  });

  it('holds on whole days of the campus, the last one included', () => {
    const rule = complete({
      subject: 'role',
      who: { id: 'faculty', label: 'Faculty' },
      target: 'category',
      what: { id: 'lab', label: 'Lab' },
      weekdays: [6, 7],
      fromTime: '18:00',
      except: trained,
      note: ' Noise ',
      fromDay: '2026-12-01',
      untilDay: '2026-12-31',
    });
    expect(toNewRule(rule, timezone)).toEqual({
      effect: 'deny',
      subject: 'role',
      subjectId: 'faculty',
      target: 'category',
      targetId: 'lab',
      weekdays: [6, 7],
      fromTime: '18:00',
      validFrom: '2026-11-30T18:30:00.000Z',
      validUntil: '2026-12-31T18:30:00.000Z',
      exceptGroupId: trained.id,
      note: 'Noise',
    });
    expect(sentenceOf(rule, timezone)).toBe(
      'Faculty except Laser trained cannot take lab keys on Sat and Sun after 18:00, from 1 Dec 2026 until the end of 31 Dec 2026.',
    );
  });
});
