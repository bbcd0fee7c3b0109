import type { KeyTableRow } from '../test/factories/keys.ts';
import { type LoanRow, loanRow } from '../test/factories/loans.ts';
import { isWorkingDay, shareOfDay, visitSlots } from './calendar.ts';
import { type Campus, guardOnDuty } from './campus.ts';
import { type Habits, pickBorrower, pickWantedKey } from './habits.ts';

const forgottenCount = 4;

/** The loans that are open now, at most one for each key. */
export function generateOpenLoans(campus: Campus, habits: readonly Habits[]): LoanRow[] {
  const { random, star } = campus;
  const others = habits.filter(({ person }) => person.id !== star?.id);
  const starHabits = habits.find(({ person }) => person.id === star?.id);
  const open = starHabits ? starLoans(campus, starHabits) : [];
  const unavailable = new Set(open.map(({ keyId }) => keyId));
  const [favourite] = starHabits?.favourites ?? [];
  if (favourite) unavailable.add(favourite.id);
  const visits = [
    ...forgottenVisits(campus, forgottenCount),
    ...recentVisits(campus, random.between(11, 18)),
  ];
  for (const visit of visits) {
    const takenAt = new Date(visit.getTime() - random.between(0, 59) * 1000);
    const holder = pickBorrower(random, others, takenAt);
    let key = pickWantedKey(random, holder);
    while (unavailable.has(key.id)) key = pickWantedKey(random, holder);
    unavailable.add(key.id);
    open.push(openedLoan(campus, key, holder, takenAt));
  }
  return open;
}

/** The star has taken their second, fourth and fifth favourites; the first can still be taken. */
function starLoans(campus: Campus, star: Habits): LoanRow[] {
  const [, second, , fourth, fifth] = star.favourites;
  const keys = [second, fourth, fifth];
  return starVisits(campus).flatMap((takenAt, index) => {
    const key = keys[index];
    return key ? [openedLoan(campus, key, star, takenAt)] : [];
  });
}

/** Yesterday afternoon, and twice today or, before the desk has opened, yesterday evening. */
function starVisits({ now, days: [today, yesterday] }: Campus): Date[] {
  if (!(today && yesterday)) return [];
  const until = Math.min(now.getTime(), today.at(18 * 60 + 30).getTime());
  const stay = Math.min((until - today.at(8 * 60 + 20).getTime()) / 2, 2 * hourMs);
  const recent =
    stay > hourMs / 6
      ? [new Date(until - stay), new Date(until - stay / 2)]
      : [yesterday.at(17 * 60 + 42), yesterday.at(18 * 60 + 5)];
  return [yesterday.at(15 * 60 + 40), ...recent];
}

function openedLoan(campus: Campus, { id }: KeyTableRow, { person }: Habits, takenAt: Date) {
  return loanRow({
    id: campus.random.idAt(takenAt),
    keyId: id,
    holderId: person.id,
    handedBy: guardOnDuty(campus, takenAt).id,
    takenAt,
    ...campus.promise(takenAt),
  });
}

/** Moments on earlier working days: keys taken then are overdue at any reminder time. */
function forgottenVisits({ random, days }: Campus, count: number): Date[] {
  return days
    .slice(1, 11)
    .filter(isWorkingDay)
    .slice(0, count)
    .map((day) => day.at(random.between(9 * 60, 15 * 60)));
}

/** Recent moments at which still open loans began: the longer ago, the fewer. */
function recentVisits({ now, random, days }: Campus, count: number): Date[] {
  const slots = days.slice(0, 4).flatMap((day) =>
    visitSlots.map(({ minute, weight }) => {
      const takenAt = day.at(minute);
      const age = now.getTime() - takenAt.getTime();
      const fading = age > 0 ? Math.exp(-age / fadingMs) : 0;
      return { takenAt, weight: shareOfDay(day) * weight * fading };
    }),
  );
  return Array.from(
    { length: count },
    () => random.pickWeighted(slots, ({ weight }) => weight).takenAt,
  );
}

const hourMs = 3_600_000;
const fadingMs = 8 * hourMs;
