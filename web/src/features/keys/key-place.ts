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
export const placeOf = ({ block, location }: Pick<Key, 'block' | 'location'>): string => {
  const blockName = namedBlocks[block] ?? `Block ${block}`;
  const said = location.toLowerCase();
  const names = [blockName, `${block} block`].map((name) => name.toLowerCase());
  const place = names.some((name) => said.includes(name)) ? location : `${blockName} · ${location}`;
  // A line never breaks between 'Room' and its number.
  return place.replace(/ (?=\d)/g, '\u00a0');
};
