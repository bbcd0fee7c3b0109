import type { Connection } from '../../db/client.ts';

/** An audit event with the names that its ids have now; deleted people and keys keep theirs. */
export type TrailRow = {
  id: string;
  at: Date;
  action: string;
  level: string;
  actor_id: string | null;
  actor_name: string | null;
  subject_id: string | null;
  subject_name: string | null;
  key_id: string | null;
  key_number: string | null;
  loan_id: string | null;
  method: string | null;
  reason: string | null;
  details: Record<string, unknown> | null;
  /** What the event tells of its subject; null once that is erased. */
  personal: Record<string, unknown> | null;
  sealed: boolean;
};

export type TrailFilter = {
  person?: string | undefined;
  key?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Events that match everything given, newest first, from below `before` on. */
export const listTrail = async (
  db: Connection,
  { person, key, action, from, to }: TrailFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<TrailRow[]> => {
  const values: unknown[] = [limit];
  const where = (condition: (place: string) => string, value: unknown): string =>
    value === undefined ? 'true' : condition(`$${values.push(value)}`);
  const { rows } = await db.query<TrailRow>(
    `SELECT e.id, e.at, e.action, e.level, e.actor_id, a.name AS actor_name, e.subject_id,
            s.name AS subject_name, e.key_id, k.key_number, e.loan_id, e.method, e.reason,
            e.details, p.data AS personal, e.hash IS NOT NULL AS sealed
       FROM audit_events e
       LEFT JOIN users a ON a.id = e.actor_id
       LEFT JOIN users s ON s.id = e.subject_id
       LEFT JOIN audit_personal p ON p.event_id = e.id
       LEFT JOIN keys k ON k.id = e.key_id
      WHERE ${where((at) => `(e.actor_id = ${at} OR e.subject_id = ${at})`, person)}
        AND ${where((at) => `e.key_id = ${at}`, key)}
        AND ${where((at) => `e.action = ${at}`, action)}
        AND ${where((at) => `e.at >= ${at}`, from)}
        AND ${where((at) => `e.at < ${at}`, to)}
        AND ${where((at) => `e.id < ${at}`, before)}
      ORDER BY e.id DESC
      LIMIT $1`,
    values,
  );
  return rows;
};
