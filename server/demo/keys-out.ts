import type { KeyTableRow } from '../test/factories/keys.ts';
import { type LoanRow, loanRow } from '../test/factories/loans.ts';
import type { Campus } from './campus.ts';
import { guardOnDuty } from './duty.ts';
import { type Habits, pickBorrower, pickWantedKey } from './habits.ts';
import { forgottenVisits, recentVisits, starVisits } from './lasting-visits.ts';

const FORGOTTEN = 4;

const openedLoan = (campus: Campus, { id }: KeyTableRow, { person }: Habits, takenAt: Date) =>
  loanRow({
    id: campus.random.idAt(takenAt),
    keyId: id,
    holderId: person.id,
    handedBy: guardOnDuty(campus, takenAt).id,
    takenAt,
  });

/** The star has taken their second, fourth and fifth favourite: the first is there to ask for. */
const starLoans = (campus: Campus, star: Habits): LoanRow[] => {
  const [, second, , fourth, fifth] = star.favourites;
  const keys = [second, fourth, fifth];
  return starVisits(campus).flatMap((takenAt, index) => {
    const key = keys[index];
    return key ? [openedLoan(campus, key, star, takenAt)] : [];
  });
};

/** The loans that are open now, of every key one at most. */
export const keysOut = (campus: Campus, habits: readonly Habits[]): LoanRow[] => {
  const { random, star } = campus;
  const others = habits.filter(({ person }) => person.id !== star?.id);
  const starHabits = habits.find(({ person }) => person.id === star?.id);
  const open = starHabits ? starLoans(campus, starHabits) : [];
  const wanted = new Set(open.map(({ keyId }) => keyId));
  const [longed] = starHabits?.favourites ?? [];
  if (longed) wanted.add(longed.id);
  const lasting = [
    ...forgottenVisits(campus, FORGOTTEN),
    ...recentVisits(campus, random.between(11, 18)),
  ];
  for (const visit of lasting) {
    const takenAt = new Date(visit.getTime() - random.between(0, 59) * 1000);
    const holder = pickBorrower(random, others, takenAt);
    let key = pickWantedKey(random, holder);
    while (wanted.has(key.id)) key = pickWantedKey(random, holder);
    wanted.add(key.id);
    open.push(openedLoan(campus, key, holder, takenAt));
  }
  return open;
};
