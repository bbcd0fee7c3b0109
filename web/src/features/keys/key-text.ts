import type { Key } from '@keydesk/shared/keys/key';

/** Blocks that are a place by their name alone. */
const namedBlocks: Partial<Record<Key['block'], string>> = {
  MAIN: 'Main block',
  LIB: 'Library',
  AUD: 'Auditorium',
  CAF: 'Cafeteria',
  HOSTEL: 'Hostel',
  OTHER: '',
};

/** Where the room of a key is: its block, unless the location already says so, and the location. */
export function placeOf({ block, location }: Pick<Key, 'block' | 'location'>): string {
  const blockName = namedBlocks[block] ?? `Block ${block}`;
  const said = location.toLowerCase();
  const names = [blockName, `${block} block`].map((name) => name.toLowerCase());
  const place = names.some((name) => said.includes(name)) ? location : `${blockName} · ${location}`;
  // A line never breaks between 'Room' and its number.
  return place.replace(/ (?=\d)/g, '\u00a0');
}

const dayMs = 86_400_000;

const nearDayNames: Readonly<Record<number, string>> = { [-1]: 'yesterday', 1: 'tomorrow' };

/** A moment as briefly as is clear at `now`: today only the time, otherwise with its day. */
export function shortDateTimeText(moment: Date, now: number): string {
  const time = moment.getTime();
  if (Number.isNaN(time)) return '';
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(time);
  const daysAhead = Math.round((startOfDay(time) - startOfDay(now)) / dayMs);
  if (daysAhead === 0) return clock;
  const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
  return `${nearDayNames[daysAhead] ?? date.format(time)}, ${clock}`;
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
