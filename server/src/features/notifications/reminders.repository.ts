import type { Connection } from '../../db/client.ts';

/** A key that was out at a moment and still is, and who has it. */
export type UnreturnedKey = {
  holder_id: string;
  holder_name: string;
  key_number: string;
  key_name: string;
  taken_at: Date;
};

/** Keys handed out before `moment` and still out, longest out first. */
export const listUnreturned = async (db: Connection, moment: Date): Promise<UnreturnedKey[]> => {
  const { rows } = await db.query<UnreturnedKey>(
    `SELECT l.holder_id, h.name AS holder_name, k.key_number, k.key_name, l.taken_at
       FROM loans l
       JOIN keys k ON k.id = l.key_id
       JOIN users h ON h.id = l.holder_id
      WHERE l.returned_at IS NULL AND l.taken_at < $1
      ORDER BY l.taken_at, k.key_number`,
    [moment],
  );
  return rows;
};
