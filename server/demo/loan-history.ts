import type { ReturnType } from '@keydesk/shared/loans/loan-kinds';
import type { KeyTableRow } from '../test/factories/keys.ts';
import { closed, type LoanRow, loanRow } from '../test/factories/loans.ts';
import type { UserRow } from '../test/factories/users.ts';
import { type CampusDay, isWorkingDay, minuteOfDay, shareOfDay, visitSlots } from './calendar.ts';
import { type Campus, guardOnDuty } from './campus.ts';
import { type Habits, pickBorrower, pickWantedKey } from './habits.ts';
import type { Random } from './random.ts';

const visitsOnFullDay = 78;
const historyMs = 90 * 86_400_000;

/** The closed loans of the last 90 days, none of which overlaps a loan that is open now. */
export function loanHistory(
  campus: Campus,
  habits: readonly Habits[],
  open: readonly LoanRow[],
): LoanRow[] {
  const { now, random, days } = campus;
  const board = keyBoard(open);
  const begin = new Date(now.getTime() - historyMs);

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
        ...campus.promise(takenAt),
      });
      return returnLoan(campus, loan, until, free.length > 1);
    });
  };

  return days
    .toReversed()
    .flatMap((day) => minutesOfVisits(campus, day).flatMap((minute) => visit(day, minute)));
}

/** When each key is away from the desk, so that no two loans of it overlap. */
function keyBoard(open: readonly LoanRow[]) {
  const outFrom = new Map(open.map(({ keyId, takenAt }) => [keyId, takenAt.getTime()]));
  const backAt = new Map<string, number>();
  return {
    isFree: ({ id }: KeyTableRow, from: Date, until: Date): boolean =>
      (backAt.get(id) ?? 0) <= from.getTime() && until.getTime() < (outFrom.get(id) ?? Infinity),
    take: ({ id }: KeyTableRow, until: Date) => backAt.set(id, until.getTime()),
  };
}

/**
 * When the key comes back: after a usual time, by the evening; now and then only on the next working
 * morning. Undefined while that morning has not come.
 */
function endOfStay(
  random: Random,
  { day, from, category }: Stay,
  days: readonly CampusDay[],
): Date | undefined {
  if (random.chance(0.03)) return nextMorning(random, day, days);
  const usual = random.pick(usualMinutes.get(category) ?? otherMinutes);
  const wanted = from + usual + random.between(-6, 14);
  const closing = random.between(18 * 60, 20 * 60 + 45);
  const until = Math.min(wanted, Math.max(closing, from + random.between(10, 40)));
  return day.at(until + random.fraction());
}

function nextMorning(random: Random, day: CampusDay, days: readonly CampusDay[]) {
  return days
    .slice(0, day.daysAgo)
    .findLast(isWorkingDay)
    ?.at(random.between(8 * 60, 10 * 60) + random.fraction());
}

/** Closes a loan in a realistic way; one of `several` returned together is a batch return. */
function returnLoan(campus: Campus, loan: LoanRow, returnedAt: Date, several: boolean): LoanRow {
  const returnType = several ? 'batch' : singleReturn(campus, loan, returnedAt);
  const receivedBy = guardOnDuty(campus, returnedAt).id;
  const closing = { returnedAt, returnType, receivedBy } as const;
  if (returnType === 'collected')
    return closed(loan, {
      ...closing,
      returnedBy: receivedBy,
      returnReason: campus.random.pick(reasons),
    });
  if (returnType === 'volunteer')
    return closed(loan, {
      ...closing,
      returnedBy: colleague(campus, loan.holderId, returnedAt).id,
    });
  return closed(loan, closing);
}

/** How a single key comes back: collections are more frequent in the evening and the next morning. */
function singleReturn(campus: Campus, loan: LoanRow, returnedAt: Date): ReturnType {
  const overnight = returnedAt.getTime() - loan.takenAt.getTime() > 12 * 3_600_000;
  const late = overnight || minuteOfDay(campus.days, returnedAt) >= eveningMinute;
  const chance = campus.random.fraction();
  if (chance < (late ? 0.38 : 0.09)) return 'collected';
  return chance > 0.88 ? 'volunteer' : 'own';
}

/** A colleague who brings the key back, of the same department if possible. */
function colleague({ people, random }: Campus, holderId: string, moment: Date): UserRow {
  const holder = people.find(({ id }) => id === holderId);
  const present = people.filter(
    ({ id, role, createdAt }) => role === 'faculty' && id !== holderId && createdAt < moment,
  );
  const near = present.filter(({ department }) => department === holder?.department);
  return random.pick(near.length > 0 ? near : present);
}

function minutesOfVisits({ random }: Campus, day: CampusDay): number[] {
  const count = Math.round(visitsOnFullDay * shareOfDay(day) * (0.9 + random.fraction() * 0.2));
  return Array.from(
    { length: count },
    () => random.pickWeighted(visitSlots, weightOf).minute + random.fraction() * 5,
  ).sort((one, other) => one - other);
}

function weightOf({ weight }: { weight: number }) {
  return weight;
}

/** For how many minutes a key is usually needed: a class, a lab session, an office day. */
const usualMinutes = new Map<string, readonly number[]>([
  ['classroom', [50, 55, 60, 110, 120]],
  ['lab', [110, 120, 170, 180]],
  ['office', [120, 240, 360, 450]],
  ['storage', [15, 25, 40]],
]);
const otherMinutes = [45, 60, 90, 150];

/** Someone uses a room; they come to the desk at `from`, in minutes of `day`. */
type Stay = {
  readonly day: CampusDay;
  readonly from: number;
  readonly category: string;
};

const reasons = ['Collected on the closing round', 'Left in the door', 'Holder had left', null];
const eveningMinute = 17.5 * 60;
