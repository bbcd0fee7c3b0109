import { toLocalTime } from '@keydesk/shared/core/dates';
import { localDay } from '@keydesk/shared/due/calendar';
import type { RandomLoan } from './random-loans.ts';

type Within = (moment: Date) => boolean;

/** Counts by going through all loans, moment by moment, as the campus's clocks show them. */
export function plainCount(loans: readonly RandomLoan[], timezone: string) {
  const taken = (within: Within) => loans.filter((loan) => within(loan.taken)).length;
  const active = (within: Within): number => {
    const out = loans.filter((loan) => within(loan.taken));
    const back = loans.filter(({ returned }) => returned && within(returned));
    const holders = new Set([...out, ...back].map(({ holder }) => holder));
    // The desk hands out and receives whenever anybody does.
    return holders.size === 0 ? 0 : holders.size + 1;
  };
  const onDay =
    (date: string): Within =>
    (moment) =>
      localDay(moment, { timezone }) === date;
  const inHour =
    (hour: number, within: Within): Within =>
    (moment) =>
      within(moment) && toLocalTime(moment, timezone).hour === hour;
  return { taken, active, onDay, inHour };
}

/** For each hour of a chart of hours, what lies between its beginning and that of the next. */
export function hoursBetween(ids: readonly string[], now: Date): Within[] {
  return ids.map((id, index) => {
    const [starts, ends] = [Date.parse(id), Date.parse(ids[index + 1] ?? '')];
    return (moment) => moment.getTime() >= starts && moment.getTime() < (ends || now.getTime() + 1);
  });
}
