import type { Key } from '@keydesk/shared/keys/key';

/** Blocks that have a name instead of a letter. */
const namedBlocks: Partial<Record<Key['block'], string>> = {
  MAIN: 'Main block',
  LIB: 'Library',
  AUD: 'Auditorium',
  CAF: 'Cafeteria',
  HOSTEL: 'Hostel',
  OTHER: '',
};

/** Where a key's room is: its location, with the block in front unless the location names it. */
export function placeOf({ block, location }: Pick<Key, 'block' | 'location'>): string {
  const blockName = namedBlocks[block] ?? `Block ${block}`;
  const lowerLocation = location.toLowerCase();
  const names = [blockName, `${block} block`].map((name) => name.toLowerCase());
  const place = names.some((name) => lowerLocation.includes(name))
    ? location
    : `${blockName} · ${location}`;
  // No line break between 'Room' and its number.
  return place.replace(/ (?=\d)/g, '\u00a0');
}

const dayMs = 86_400_000;

const nearDayNames: Readonly<Record<number, string>> = { [-1]: 'yesterday', 1: 'tomorrow' };

/** A moment in short: only the time if it is today, otherwise with the day. */
export function shortDateTimeText(moment: Date, now: number): string {
  const time = moment.getTime();
  if (Number.isNaN(time)) return '';
  const timeText = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(time);
  const daysAhead = Math.round((startOfDay(time) - startOfDay(now)) / dayMs);
  if (daysAhead === 0) return timeText;
  const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
  return `${nearDayNames[daysAhead] ?? date.format(time)}, ${timeText}`;
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
