import { desc, isNull } from 'drizzle-orm';
import type { Connection } from '../../db/client.ts';
import { users } from '../../db/tables.ts';

/** The people who joined last. */
export const recentUsers = (db: Connection, limit: number) =>
  db.orm
    .select()
    .from(users)
    .where(isNull(users.deletedAt))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);
