import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minuteMs } from '../core/dates.ts';
import {
  judgePaper,
  type PaperLine,
  type PaperVerdict,
  type RecordedLoan,
  visitorKeysBeside,
} from './paper.ts';

const now = new Date('2026-11-27T12:00:00Z');
const outages = [{ from: new Date(0), to: now }];
const clock = { now, timezone: 'UTC', outages };
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
    loanId: 'l1',
    keyId: 'k1',
    holder: asha,
    outAt: at(out),
    backAt: back ? at(back) : null,
    disputed: false,
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
      'is of no key that was reported before, whether it is back or not',
      line('10:00', '11:00', {
        key: { ...key, blockedBy: 'lost', blockedSince: at('09:00') },
      }),
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
      'A-101 to Ravi Kumar, 10:00 to 11:00, overlaps the loan to Asha Rao, 10:30 to 11:30. Check which is right.',
    );
  });

  test('that is still out say that its return can be entered too', () => {
    expect(judge(line('10:00', '11:00'), loan('09:00', null))).toHaveProperty(
      'error.message',
      'A-101 to Ravi Kumar, 10:00 to 11:00, overlaps the loan to Asha Rao, since 09:00. If that key came back, enter its return too.',
    );
  });

  test('may follow one another at once', () => {
    const around = [loan('09:00', '10:00'), loan('11:00', null)];
    expect(judge(line('10:00', '11:00'), ...around)).toMatchObject({ outcome: 'ready' });
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
    expect(judge(line('10:00', '11:00'), loan('10:00', null, { keyId: 'k2' }))).toMatchObject({
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
        'A-101 to Ravi Kumar, 10:00 to 11:00, overlaps entry 3, to Asha Rao, since 10:30. Check which is right.',
    },
  });
  expect(second).toMatchObject({ outcome: 'ready' });
  expect(third).toMatchObject({ otherLine: 0 });
});

function seconds(time: string) {
  return new Date(`2026-11-27T${time}Z`);
}

describe('the return of a recorded loan', () => {
  const open = loan('09:00', null, { holder: ravi, outAt: seconds('09:00:40') });
  const back = { ...line('09:00', '10:05') };

  test('ends it, whoever may have keys now and however long ago it began', () => {
    const times = { outAt: open.outAt, backAt: at('10:05') };
    const ready = { outcome: 'ready', times, returns: 'l1' };
    expect(judge(back, open)).toEqual(ready);
    expect(judge({ ...back, person: { ...ravi, borrows: false } }, open)).toEqual(ready);
    const outAt = new Date('2026-11-01T09:00:20Z');
    expect(judge({ ...back, outAt: new Date('2026-11-01T09:00Z') }, { ...open, outAt })).toEqual({
      ...ready,
      times: { ...times, outAt },
    });
  });

  test('lets the key go out to another then, though not before', () => {
    const next = line('10:05', null, { person: { ...asha, borrows: true } });
    const verdicts = judgePaper([back, next], [open], clock);
    expect(verdicts).toMatchObject([{ returns: 'l1' }, { outcome: 'ready' }]);
    const early = { ...next, outAt: at('10:04') };
    expect(judgePaper([back, early], [open], clock)).toMatchObject([
      { error: { code: 'PAPER_OVERLAPS_LINE' } },
      { error: { code: 'PAPER_OVERLAPS_LINE' } },
    ]);
  });

  test('that is refused lets nothing follow it', () => {
    const during = line('10:00', '10:10', { person: { ...asha, borrows: true } });
    const after = { ...during, outAt: at('10:30'), backAt: at('11:00') };
    expect(judgePaper([back, during, after], [open], clock).map(refusal)).toEqual([
      'PAPER_OVERLAPS_LINE',
      'PAPER_OVERLAPS_LINE',
      'PAPER_OVERLAPS_LOAN',
    ]);
    const future = { ...back, backAt: at('12:01') };
    expect(judgePaper([future, after], [open], clock).map(refusal)).toEqual([
      'FUTURE_MOMENT',
      'PAPER_OVERLAPS_LOAN',
    ]);
  });

  test.each([
    ['of another holder', { ...open, holder: asha }, 'PAPER_OVERLAPS_LOAN'],
    ['of another minute', { ...open, outAt: seconds('09:01:00') }, 'PAPER_OVERLAPS_LOAN'],
    ['that is disputed', { ...open, disputed: true }, 'PAPER_OVERLAPS_LOAN'],
    ['that is over', { ...open, backAt: at('10:00') }, 'PAPER_OVERLAPS_LOAN'],
    ['that ended so', { ...open, backAt: seconds('10:05:59') }, 'recorded-before'],
  ])('is not taken for one %s', (_, recorded, expected) => {
    expect(refusal(judge(back, recorded))).toBe(expected);
  });

  test('comes after its hand-out', () => {
    expect(refusal(judge(line('09:00', '09:00'), open))).toBe('PAPER_BACK_FIRST');
  });
});

describe('the whole minutes of paper', () => {
  const before = loan('09:00', null, { backAt: seconds('10:05:40') });

  test('begin when the key had come back within them', () => {
    expect(judge(line('10:05', '11:00'), before)).toEqual({
      outcome: 'ready',
      times: { outAt: before.backAt, backAt: at('11:00') },
    });
    expect(refusal(judge(line('10:04', '11:00'), before))).toBe('PAPER_OVERLAPS_LOAN');
    const exact = line('10:05', null, { outAt: seconds('10:05:30') });
    expect(refusal(judge(exact, before))).toBe('PAPER_OVERLAPS_LOAN');
  });

  test('end before the key went out again within them', () => {
    const next = loan('10:05', null, { outAt: seconds('10:05:10') });
    expect(judge(line('09:00', '10:05'), next)).toMatchObject({ outcome: 'ready' });
  });

  test('begin when the key came back by another line', () => {
    const first = line('09:00', null, { backAt: seconds('10:05:40') });
    expect(judgePaper([line('10:05', null), first], [], clock)).toMatchObject([
      { outcome: 'ready', times: { outAt: first.backAt } },
      { outcome: 'ready', times: { outAt: first.outAt } },
    ]);
  });

  test('find what was entered before', () => {
    const recorded = loan('10:05', null, {
      holder: ravi,
      outAt: seconds('10:05:40'),
      backAt: seconds('11:00:20'),
    });
    expect(judge(line('10:05', '11:00'), recorded)).toEqual({
      outcome: 'recorded-before',
      loanId: 'l1',
    });
  });
});

describe('a line and the outages that are known', () => {
  const known = { ...clock, outages: [{ from: at('10:00'), to: at('11:00') }] };

  test.each([
    ['within one is ready', line('10:00', '11:00'), 'ready'],
    ['is ready if it is two minutes off', line('09:58', '11:02'), 'ready'],
    ['before one waits', line('09:57', null), 'waits'],
    ['after one waits', line('11:03', null), 'waits'],
    ['that came back after one waits', line('10:30', '11:03'), 'waits'],
    ['is refused before it waits', line('09:00', '08:00'), 'PAPER_BACK_FIRST'],
  ])('%s', (_, given, expected) => {
    expect(refusal(judgePaper([given], [], known)[0])).toBe(expected);
  });
});

describe('the keys of a visitor beside a line from paper', () => {
  const span = (out: string, back: string | null, fromPaper = true) => ({
    outAt: at(out),
    backAt: back ? at(back) : null,
    fromPaper,
  });

  test.each([
    ['count at its hand-out', line('10:00', null), [span('09:00', null), span('10:00', null)], 2],
    ['do not if they are back', line('10:00', null), [span('09:00', '10:00')], 0],
    ['count at later hand-outs from paper', line('10:00', '11:00'), [span('10:30', null)], 1],
    ['but not of the desk', line('10:00', null), [span('10:30', null, false)], 0],
    [
      'count as many as there were at one time',
      line('10:00', null),
      [span('09:00', '10:20'), span('10:30', '10:40'), span('10:35', null)],
      2,
    ],
  ])('%s', (_, given, others, expected) => {
    expect(visitorKeysBeside(given, others)).toBe(expected);
  });
});

describe('any set of lines', () => {
  const minutes = 12;
  /** The record knows seconds, of which these tests have every twentieth. */
  const tickMs = minuteMs / 3;
  const ticks = minutes * 3;
  const tick = fc.integer({ min: 0, max: ticks - 1 });
  const whole = tick.map((tick) => tick - (tick % 3));
  const spanOf = (moment: typeof tick) =>
    fc.record({
      keyId: fc.constantFrom('k1', 'k2'),
      out: moment,
      /** Out to the end if it is not later. */
      back: moment,
      person: fc.constantFrom(ravi, { ...asha, borrows: true }, { ...asha, borrows: false }),
    });
  /** Of a line `nth` may name a recorded loan, of which it then says the key, holder and minute. */
  const anyLine = fc.record({ span: spanOf(whole), nth: fc.option(fc.nat({ max: 4 })) });
  type AnySpan = { keyId: string; out: number; back: number; person: typeof ravi };

  function moment(tick: number) {
    return new Date(now.getTime() - (ticks - tick) * tickMs);
  }

  function tickOf(moment: Date) {
    return ticks - (now.getTime() - moment.getTime()) / tickMs;
  }

  function timesOf({ out, back }: AnySpan) {
    return { outAt: moment(out), backAt: back > out ? moment(back) : null };
  }

  /** Every tick of a span, one by one, and the time after the last of one that is still out. */
  function ticksOf({ keyId, out, back }: Omit<AnySpan, 'person'>): string[] {
    const all = Array.from({ length: ticks + 1 }, (_, tick) => tick);
    const taken = all.filter((tick) => tick >= out && (back <= out || tick < back));
    return taken.map((tick) => `${keyId} ${tick}`);
  }

  function share(one: AnySpan, other: AnySpan): boolean {
    return ticksOf(one).some((tick) => ticksOf(other).includes(tick));
  }

  /** One after another, as far as they share nothing. */
  function withoutOverlap(spans: readonly AnySpan[]): AnySpan[] {
    const kept: AnySpan[] = [];
    for (const span of spans) if (!kept.some((other) => share(span, other))) kept.push(span);
    return kept;
  }

  function inOneMinute(one: number, other: number) {
    return one - (one % 3) === other - (other % 3);
  }

  test('applies without overlap, and each line that is left names what it overlaps', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 8 }),
        fc.array(spanOf(tick), { maxLength: 5 }).map(withoutOverlap),
        (given, recorded) => {
          const spans = given.map(({ span, nth }) => {
            const { keyId, person, out } = recorded[nth ?? -1] ?? span;
            return { keyId, person, out: out - (out % 3), back: span.back };
          });
          const lines = spans.map((span) => ({
            key: { ...key, id: span.keyId },
            person: span.person,
            ...timesOf(span),
          }));
          const loans: RecordedLoan[] = recorded.map((span, index) => ({
            loanId: `l${index}`,
            keyId: span.keyId,
            holder: span.person,
            disputed: false,
            ...timesOf(span),
          }));
          const verdicts = judgePaper(lines, loans, clock);
          /** What is recorded afterwards: loans that ended, and those of the other lines. */
          const after = recorded.map((span) => ({ ...span }));
          verdicts.forEach((verdict, index) => {
            const span = spans[index];
            if (verdict.outcome !== 'ready' || !span) return;
            const ended = verdict.returns && after[Number(verdict.returns.slice(1))];
            if (ended) ended.back = span.back;
            else after.push({ ...span, out: tickOf(verdict.times.outAt) });
          });
          const used = after.flatMap(ticksOf);
          expect(new Set(used).size).toBe(used.length);
          const kept = after.slice(0, recorded.length);
          /** Whether a verdict is true of the line: what it names really shares a tick with it. */
          const isTrue = (verdict: PaperVerdict, index: number): boolean => {
            const [span, line] = [spans[index], lines[index]];
            if (!span || !line) return false;
            const isOpenOne = (one: AnySpan) =>
              one.keyId === span.keyId &&
              one.person.id === span.person.id &&
              inOneMinute(one.out, span.out) &&
              one.back <= one.out;
            const isReturn = line.backAt !== null && recorded.some(isOpenOne);
            seen.add(verdict.outcome === 'refused' ? verdict.error.code : verdict.outcome);
            if (verdict.outcome === 'ready') {
              if (verdict.returns) seen.add('return');
              return (
                (span.person.borrows || isReturn) &&
                (verdict.returns !== undefined) === isReturn &&
                inOneMinute(tickOf(verdict.times.outAt), span.out) &&
                verdict.times.backAt?.getTime() === line.backAt?.getTime()
              );
            }
            if (verdict.outcome === 'recorded-before') {
              const same = recorded[Number(verdict.loanId.slice(1))];
              return (
                same !== undefined &&
                isOpenOne({ ...same, back: 0 }) &&
                (line.backAt === null ||
                  (same.back > same.out && inOneMinute(same.back, span.back)))
              );
            }
            if (verdict.outcome !== 'refused') return false;
            if (verdict.error.code === 'CANNOT_TAKE_KEYS') return !span.person.borrows && !isReturn;
            const { loan, otherLine = index } = verdict;
            if (!loan) {
              const other = spans[otherLine];
              return other !== undefined && other !== span && share(span, other);
            }
            const named = kept[loans.indexOf(loan)];
            // No second of its first minute would have done.
            return (
              named !== undefined &&
              share(span, named) &&
              [0, 1, 2].every((more) => {
                const begun = { ...span, out: span.out + more };
                const line = span.back > span.out ? begun : { ...begun, back: 0 };
                return kept.some((other) => share(line, other));
              })
            );
          };
          expect(verdicts.map(isTrue)).toEqual(spans.map(() => true));
        },
      ),
      { numRuns: 300 },
    );
    // They were all among it.
    expect([...seen].toSorted()).toEqual([
      ...['CANNOT_TAKE_KEYS', 'PAPER_OVERLAPS_LINE', 'PAPER_OVERLAPS_LOAN'],
      ...['ready', 'recorded-before', 'return'],
    ]);
  });

  test('is recorded as far as it happened in outages, and the rest waits', () => {
    const seen = new Set<string>();
    const anyOutage = fc.record({ from: tick, lasts: fc.nat({ max: 6 }) });
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 8 }),
        fc.array(spanOf(tick), { maxLength: 5 }).map(withoutOverlap),
        fc.array(anyOutage, { maxLength: 2 }),
        (given, recorded, known) => {
          const spans = given.map(({ span, nth }) => {
            const { keyId, person, out } = recorded[nth ?? -1] ?? span;
            return { keyId, person, out: out - (out % 3), back: span.back };
          });
          const lines = spans.map((span) => ({
            key: { ...key, id: span.keyId },
            person: span.person,
            ...timesOf(span),
          }));
          const loans: RecordedLoan[] = recorded.map((span, index) => ({
            loanId: `l${index}`,
            keyId: span.keyId,
            holder: span.person,
            disputed: false,
            ...timesOf(span),
          }));
          const outages = known.map(({ from, lasts }) => ({
            from: moment(from),
            to: moment(from + lasts),
          }));
          // Two minutes more at both ends, tick by tick.
          const covered = known.flatMap(({ from, lasts }) =>
            Array.from({ length: lasts + 13 }, (_, nth) => from - 6 + nth),
          );
          const always = judgePaper(lines, loans, clock);
          const verdicts = judgePaper(lines, loans, { ...clock, outages });
          const returnsWaiting = verdicts.flatMap((verdict) =>
            verdict.outcome === 'waits' && verdict.returns ? [verdict.returns] : [],
          );
          verdicts.forEach((verdict, index) => {
            const [wanted, span] = [always[index], spans[index]];
            if (wanted?.outcome !== 'ready' || !span) {
              expect(verdict).toEqual(wanted);
              return;
            }
            const back = span.back > span.out ? [span.back] : [];
            const told = wanted.returns ? back : [tickOf(wanted.times.outAt), ...back];
            const happened = told.every((tick) => covered.includes(tick));
            const after = recorded.some(
              (loan, nth) => returnsWaiting.includes(`l${nth}`) && share(loan, span),
            );
            const outcome = happened && (wanted.returns || !after) ? 'ready' : 'waits';
            seen.add(`${outcome}${wanted.returns ? ', a return' : ''}${after ? ', after' : ''}`);
            expect(verdict.outcome).toBe(outcome);
          });
        },
      ),
      { numRuns: 1500 },
    );
    expect([...seen].toSorted()).toEqual([
      ...['ready', 'ready, a return', 'waits', 'waits, a return, after', 'waits, after'],
    ]);
  });

  test('that share nothing with anything is recorded whole', () => {
    fc.assert(
      fc.property(fc.array(spanOf(whole), { maxLength: 12 }).map(withoutOverlap), (spans) => {
        const lines = spans.map((span) => ({
          key: { ...key, id: span.keyId },
          person: ravi,
          ...timesOf(span),
        }));
        expect(judgePaper(lines, [], clock)).toEqual(
          spans.map((span) => ({ outcome: 'ready', times: timesOf(span) })),
        );
      }),
    );
  });
});
