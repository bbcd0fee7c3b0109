import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minuteMs } from '../core/dates.ts';
import { judgePaper, type PaperLine, type PaperVerdict, type RecordedLoan } from './paper.ts';

const now = new Date('2026-11-27T12:00:00Z');
const clock = { now, timezone: 'UTC' };
const key = { id: 'k1', keyNumber: 'A-101', blockedBy: null };
const ravi = { id: 'ravi', name: 'Ravi Kumar', borrows: true };
const asha = { id: 'asha', name: 'Asha Rao' };

function at(time: string) {
  return new Date(`2026-11-27T${time}:00Z`);
}

function line(out: string, back: string | null, change: Partial<PaperLine> = {}): PaperLine {
  return { key, person: ravi, outAt: at(out), backAt: back ? at(back) : null, ...change };
}

function loan(out: string, back: string | null, change: Partial<RecordedLoan> = {}): RecordedLoan {
  return {
    ...{ loanId: 'l1', keyId: 'k1', holder: asha },
    ...{ outAt: at(out), backAt: back ? at(back) : null },
    ...change,
  };
}

function judge(line: PaperLine, ...loans: RecordedLoan[]): PaperVerdict | undefined {
  return judgePaper([line], loans, clock)[0];
}

function refusal(verdict: PaperVerdict | undefined): string | undefined {
  return verdict?.outcome === 'refused' ? verdict.error.code : verdict?.outcome;
}

describe('a line by itself', () => {
  test.each([
    ['is ready with a return', line('10:00', '11:00'), 'ready'],
    ['is ready while the key is still out', line('10:00', null), 'ready'],
    ['names a key', line('10:00', null, { key: null }), 'KEY_NOT_FOUND'],
    ['names a person', line('10:00', null, { person: null }), 'PERSON_NOT_FOUND'],
    [
      'names somebody who may have keys',
      line('10:00', null, { person: { ...ravi, borrows: false } }),
      'CANNOT_TAKE_KEYS',
    ],
    ['does not begin in the future', line('12:01', null), 'FUTURE_MOMENT'],
    ['does not end in the future', line('10:00', '12:01'), 'FUTURE_MOMENT'],
    ['does not end before it begins', line('10:00', '09:59'), 'PAPER_BACK_FIRST'],
    ['lasts', line('10:00', '10:00'), 'PAPER_BACK_FIRST'],
    [
      'is at most a week old',
      line('10:00', null, { outAt: new Date('2026-11-20T11:59:00Z') }),
      'PAPER_TOO_OLD',
    ],
    [
      'is ready when it is a week old',
      line('10:00', null, { outAt: new Date('2026-11-20T12:00:00Z') }),
      'ready',
    ],
    [
      'leaves no key out that is reported lost',
      line('10:00', null, { key: { ...key, blockedBy: 'lost' } }),
      'KEY_REPORTED',
    ],
    [
      'is ready if a lost key came back before',
      line('10:00', '11:00', { key: { ...key, blockedBy: 'lost' } }),
      'ready',
    ],
  ])('%s', (_, given, expected) => {
    expect(refusal(judge(given))).toBe(expected);
  });
});

describe('a line and a recorded loan of its key', () => {
  test('that share a moment are both named', () => {
    const recorded = loan('10:30', '11:30');
    const verdict = judge(line('10:00', '11:00'), recorded);
    expect(verdict).toMatchObject({ outcome: 'refused', loan: recorded });
    expect(verdict).toHaveProperty(
      'error.message',
      'A-101 to Ravi Kumar, 10:00 to 11:00, overlaps the recorded loan to Asha Rao, 10:30 to 11:30. Please find out which is right.',
    );
  });

  test('that is still out lead to Collect', () => {
    expect(judge(line('10:00', '11:00'), loan('09:00', null))).toHaveProperty(
      'error.message',
      'A-101 to Ravi Kumar, 10:00 to 11:00, overlaps the recorded loan to Asha Rao, since 09:00. If the key is back, collect it.',
    );
  });

  test('may follow one another at once', () => {
    const around = [loan('09:00', '10:00'), loan('11:00', null)];
    expect(judge(line('10:00', '11:00'), ...around)).toEqual({ outcome: 'ready' });
    expect(refusal(judge(line('10:00', null), ...around))).toBe('PAPER_OVERLAPS_LOAN');
  });

  test('that say the same are one', () => {
    const same = loan('10:00', '11:00', { holder: ravi });
    const before = { outcome: 'recorded-before', loanId: 'l1' };
    expect(judge(line('10:00', '11:00'), same)).toEqual(before);
    expect(judge(line('10:00', null), same)).toEqual(before);
    expect(refusal(judge(line('10:00', '11:01'), same))).toBe('PAPER_OVERLAPS_LOAN');
    expect(refusal(judge(line('10:00', '11:00'), { ...same, holder: asha }))).toBe(
      'PAPER_OVERLAPS_LOAN',
    );
  });

  test('of another key have nothing to do with each other', () => {
    expect(judge(line('10:00', '11:00'), loan('10:00', null, { keyId: 'k2' }))).toEqual({
      outcome: 'ready',
    });
  });
});

test('of two lines that share a moment neither is recorded, and each names the other', () => {
  const other = line('10:30', null, { person: { ...asha, borrows: true } });
  const [first, second, third] = judgePaper(
    [line('10:00', '11:00'), line('09:00', '10:00'), other],
    [],
    clock,
  );
  expect(first).toMatchObject({
    otherLine: 2,
    error: {
      message:
        'A-101 to Ravi Kumar, 10:00 to 11:00, overlaps line 3, to Asha Rao, since 10:30. Please find out which is right.',
    },
  });
  expect(second).toEqual({ outcome: 'ready' });
  expect(third).toMatchObject({ otherLine: 0 });
});

describe('any set of lines', () => {
  const minutes = 30;
  const minute = fc.integer({ min: 0, max: minutes - 1 });
  const anySpan = fc.record({
    keyId: fc.constantFrom('k1', 'k2'),
    out: minute,
    /** Out to the end if it is not later. */
    back: minute,
    person: fc.constantFrom(ravi, { ...asha, borrows: true }, { ...asha, borrows: false }),
  });
  type AnySpan = { keyId: string; out: number; back: number; person: typeof ravi };

  function moment(minute: number) {
    return new Date(now.getTime() - (minutes - minute) * minuteMs);
  }

  function timesOf({ out, back }: AnySpan) {
    return { outAt: moment(out), backAt: back > out ? moment(back) : null };
  }

  /** Every minute of a span, one by one, and the time after the last of one that is still out. */
  function minutesOf({ keyId, out, back }: AnySpan): string[] {
    const all = Array.from({ length: minutes + 1 }, (_, minute) => minute);
    const taken = all.filter((minute) => minute >= out && (back <= out || minute < back));
    return taken.map((minute) => `${keyId} ${minute}`);
  }

  function share(one: AnySpan, other: AnySpan): boolean {
    return minutesOf(one).some((minute) => minutesOf(other).includes(minute));
  }

  /** One after another, as far as they share nothing. */
  function withoutOverlap(spans: readonly AnySpan[]): AnySpan[] {
    const kept: AnySpan[] = [];
    for (const span of spans) if (!kept.some((other) => share(span, other))) kept.push(span);
    return kept;
  }

  test('applies without overlap, and each line that is left names what it overlaps', () => {
    fc.assert(
      fc.property(
        fc.array(anySpan, { maxLength: 12 }),
        fc.array(anySpan, { maxLength: 5 }).map(withoutOverlap),
        (spans, recorded) => {
          const lines = spans.map((span) => ({
            ...{ key: { ...key, id: span.keyId }, person: span.person },
            ...timesOf(span),
          }));
          const loans: RecordedLoan[] = recorded.map((span, index) => ({
            ...{ loanId: `l${index}`, keyId: span.keyId, holder: span.person },
            ...timesOf(span),
          }));
          const verdicts = judgePaper(lines, loans, clock);
          const ready = spans.filter((_, index) => verdicts[index]?.outcome === 'ready');
          const used = [...recorded, ...ready].flatMap(minutesOf);
          expect(new Set(used).size).toBe(used.length);
          /** Whether a verdict is true of the line: what it names really shares a minute with it. */
          const isTrue = (verdict: PaperVerdict, index: number): boolean => {
            const span = spans[index];
            if (!span) return false;
            if (verdict.outcome === 'ready') return span.person.borrows;
            if (verdict.outcome === 'recorded-before') {
              const same = recorded[Number(verdict.loanId.slice(1))];
              return same?.keyId === span.keyId && same.out === span.out;
            }
            if (verdict.error.code === 'CANNOT_TAKE_KEYS') return !span.person.borrows;
            const { loan, otherLine = index } = verdict;
            const other = loan ? recorded[loans.indexOf(loan)] : spans[otherLine];
            return other !== undefined && other !== span && share(span, other);
          };
          expect(verdicts.map(isTrue)).toEqual(spans.map(() => true));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('that share nothing with anything is recorded whole', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 12 }).map(withoutOverlap), (spans) => {
        const lines = spans.map((span) => ({
          ...{ key: { ...key, id: span.keyId }, person: ravi },
          ...timesOf(span),
        }));
        expect(judgePaper(lines, [], clock)).toEqual(spans.map(() => ({ outcome: 'ready' })));
      }),
    );
  });
});
