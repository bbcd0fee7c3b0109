import type { KeyTableRow } from '../test/factories/keys.ts';
import { type LoanRow, loanRow } from '../test/factories/loans.ts';
import type { Campus } from './campus.ts';
import type { CampusDay } from './campus-day.ts';
import { guardOnDuty } from './duty.ts';
import { type Habits, pickBorrower, pickWantedKey } from './habits.ts';
import { returned } from './return.ts';
import { shareOfDay, visitSlots } from './rhythm.ts';
import { endOfStay } from './stay.ts';

const VISITS_ON_A_FULL_DAY = 78;
const HISTORY = 90 * 86_400_000;

/** When each key is away from the desk, so that no two loans of it overlap. */
const keyBoard = (open: readonly LoanRow[]) => {
  const outFrom = new Map(open.map(({ keyId, takenAt }) => [keyId, takenAt.getTime()]));
  const backAt = new Map<string, number>();
  return {
    isFree: ({ id }: KeyTableRow, from: Date, until: Date): boolean =>
      (backAt.get(id) ?? 0) <= from.getTime() && until.getTime() < (outFrom.get(id) ?? Infinity),
    take: ({ id }: KeyTableRow, until: Date) => backAt.set(id, until.getTime()),
  };
};

const weightOf = ({ weight }: { weight: number }) => weight;

const minutesOfVisits = ({ random }: Campus, day: CampusDay): number[] => {
  const count = Math.round(
    VISITS_ON_A_FULL_DAY * shareOfDay(day) * (0.9 + random.fraction() * 0.2),
  );
  return Array.from(
    { length: count },
    () => random.pickWeighted(visitSlots, weightOf).minute + random.fraction() * 5,
  ).sort((one, other) => one - other);
};

/** The closed loans of the last 90 days, around the loans that are open now. */
export const loanHistory = (
  campus: Campus,
  habits: readonly Habits[],
  open: readonly LoanRow[],
): LoanRow[] => {
  const { now, random, days } = campus;
  const board = keyBoard(open);
  const begin = new Date(now.getTime() - HISTORY);

  const visit = (day: CampusDay, from: number): LoanRow[] => {
    const takenAt = day.at(from);
    if (takenAt < begin || takenAt > now) return [];
    const holder = pickBorrower(random, habits, takenAt);
    const wanted = Array.from({ length: random.chance(0.09) ? random.between(2, 3) : 1 }, () =>
      pickWantedKey(random, holder),
    );
    const category = wanted[0]?.category ?? 'other';
    const until = endOfStay(random, { day, from, category }, days);
    if (!until || until > now) return [];
    const free = [...new Set(wanted)].filter((key) => board.isFree(key, takenAt, until));
    return free.map((key) => {
      board.take(key, until);
      const loan = loanRow({
        id: random.idAt(takenAt),
        keyId: key.id,
        holderId: holder.person.id,
        handedBy: guardOnDuty(campus, takenAt).id,
        takenAt,
      });
      return returned(campus, loan, until, free.length > 1);
    });
  };

  return days
    .toReversed()
    .flatMap((day) => minutesOfVisits(campus, day).flatMap((minute) => visit(day, minute)));
};
