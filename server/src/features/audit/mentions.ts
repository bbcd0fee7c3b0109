import { isId } from '@keydesk/shared/is-id';
import type { Mention } from '@keydesk/shared/mention';
import type { Connection } from '../../platform/db/client.ts';

/**
 * Looks up the people and keys whose ids are in these details, all at once. Returns a function that
 * says which of them are in one event's details; ids that nobody has (any more) are left out.
 */
export async function findMentioned(
  db: Connection,
  details: readonly unknown[],
): Promise<(details: unknown) => Mention[]> {
  const ids = [...new Set(details.flatMap(idsIn))];
  const known = new Map<string, Mention>();
  if (ids.length > 0) {
    const { rows } = await db.query<Mention>(
      `SELECT id, 'person' AS kind, name FROM users WHERE id = ANY ($1)
       UNION ALL
       SELECT id, 'key', key_number FROM keys WHERE id = ANY ($1)`,
      [ids],
    );
    for (const row of rows) known.set(row.id, row);
  }
  return (one) => [...new Set(idsIn(one))].flatMap((id) => known.get(id) ?? []);
}

/** Every id among the values of this record, however deep. */
function idsIn(value: unknown): string[] {
  if (isId(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
}
