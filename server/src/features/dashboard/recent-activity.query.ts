import type { ReturnType } from '@keydesk/shared/handovers/return-type';
import type { Connection } from '../../db/client.ts';

/** Something that happened: a key went out or came back, or somebody joined. */
export type Happening = {
  id: string;
  at: Date;
  kind: 'out' | 'back' | 'joined';
  person: string;
  key_number: string | null;
  return_type: ReturnType | null;
  returner: string | null;
};

/** The latest hand-outs, returns and newcomers, newest first. */
export const recentHappenings = async (db: Connection, limit: number): Promise<Happening[]> => {
  const { rows } = await db.query<Happening>(
    `SELECT * FROM (
       (SELECT l.id || '-out' AS id, l.taken_at AS at, 'out' AS kind, h.name AS person,
               k.key_number, NULL AS return_type, NULL AS returner
          FROM loans l JOIN keys k ON k.id = l.key_id JOIN users h ON h.id = l.holder_id
         ORDER BY l.taken_at DESC LIMIT $1)
       UNION ALL
       (SELECT l.id || '-back', l.returned_at, 'back', h.name, k.key_number, l.return_type, r.name
          FROM loans l JOIN keys k ON k.id = l.key_id JOIN users h ON h.id = l.holder_id
          JOIN users r ON r.id = l.returned_by
         WHERE l.returned_at IS NOT NULL
         ORDER BY l.returned_at DESC LIMIT $1)
       UNION ALL
       (SELECT u.id || '-joined', u.created_at, 'joined', u.name, NULL, NULL, NULL
          FROM users u WHERE u.deleted_at IS NULL
         ORDER BY u.created_at DESC LIMIT $1)
     ) AS happenings
     ORDER BY at DESC, id LIMIT $1`,
    [limit],
  );
  return rows;
};
