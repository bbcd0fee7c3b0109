import type { Key } from '@keydesk/shared/keys/key';
import { serverNow } from '../../lib/clock.ts';
import { formatDay, formatTime } from '../../lib/format.ts';

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

/** A moment in short: only the time if it is today, otherwise with the day. */
export function shortDateTimeText(moment: Date, now: number): string {
  const time = moment.getTime();
  if (Number.isNaN(time)) return '';
  const day = formatDay(time, now);
  return day === 'today' ? formatTime(time) : `${day}, ${formatTime(time)}`;
}

/** Since when, relative to the server's time. */
export function formatSince(instant: string): string {
  return shortDateTimeText(new Date(instant), serverNow());
}
