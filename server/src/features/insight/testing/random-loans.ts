import { minuteMs } from '@keydesk/shared/core/dates';
import fc from 'fast-check';

/** A loan of a key by its number and a holder by theirs; open where it has no end. */
export type RandomLoan = { key: number; holder: number; taken: Date; returned: Date | null };

const keys = 3;
const holders = 4;
/** Loans of a few keys in the days up to `now`, one after the other for each key. */
export function randomLoans(now: Date, days: number): fc.Arbitrary<RandomLoan[]> {
  const minutesBefore = fc.integer({ min: 0, max: days * 24 * 60 });
  const moments = fc.uniqueArray(minutesBefore, { minLength: 4, maxLength: 30 });
  const loansOfKey = fc.record({ moments, seed: fc.nat() }).map(({ moments, seed }) => {
    const sorted = moments
      .toSorted((one, other) => other - one)
      .map((minutes) => new Date(now.getTime() - minutes * minuteMs));
    return sorted.flatMap((taken, index) =>
      index % 2 === 0
        ? [{ holder: (seed + index) % holders, taken, returned: sorted[index + 1] ?? null }]
        : [],
    );
  });
  return fc
    .array(loansOfKey, { minLength: keys, maxLength: keys })
    .map((all) => all.flatMap((loans, key) => loans.map((loan) => ({ key, ...loan }))));
}
