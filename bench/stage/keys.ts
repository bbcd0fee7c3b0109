import type { Database } from '../../server/src/db/client.ts';
import { keys } from '../../server/src/db/tables.ts';
import { type KeyTableRow, keyRow } from '../../server/test/factories/keys.ts';

const rowsAtOnce = 2_000;

const words = ['Physics', 'Seminar', 'Store', 'Lecture', 'Network', 'Workshop', 'Reading'];

/** Stores so many keys that hang at the desk, described at a believable length. */
export const addKeys = async (db: Database, count: number): Promise<KeyTableRow[]> => {
  const rows = Array.from({ length: count }, (_, index) => {
    const room = `${words[index % words.length]} Room ${100 + index}`;
    return keyRow({
      keyName: room,
      location: `Block ${'ABCDEH'[index % 6]}, floor ${index % 5}, ${room}`,
      description: `Opens ${room} and the cupboard beside its door`,
    });
  });
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db.orm.insert(keys).values(rows.slice(from, from + rowsAtOnce));
  return rows;
};
