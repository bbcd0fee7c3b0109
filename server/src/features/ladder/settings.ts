import { defaultLadder, type Ladder } from '@keydesk/shared/due/ladder';
import { ladderSchema } from '@keydesk/shared/due/ladder-routes';
import type { User } from '@keydesk/shared/users/user';
import { type Connection, type Database, transact } from '../../platform/db/client.ts';
import { recordAudit } from '../audit/index.ts';

/** Who is told when; the default until an admin saves another one. */
export async function readLadder(db: Connection): Promise<{ ladder: Ladder; isDefault: boolean }> {
  const { rows } = await db.query<{ ladder: unknown }>({
    name: 'ladder',
    text: 'SELECT ladder FROM ladder_settings',
  });
  const [row] = rows;
  return row
    ? { ladder: ladderSchema.parse(row.ladder), isDefault: false }
    : { ladder: defaultLadder, isDefault: true };
}

/** Replaces it; every process reads it again in its next round. */
export async function saveLadder(db: Database, admin: User, ladder: Ladder): Promise<void> {
  await transact(db, async (tx) => {
    await tx.query('LOCK TABLE ladder_settings IN SHARE ROW EXCLUSIVE MODE');
    const { ladder: before } = await readLadder(tx);
    await tx.query(
      `INSERT INTO ladder_settings (ladder) VALUES ($1)
           ON CONFLICT (id) DO UPDATE SET ladder = excluded.ladder, updated_at = now()`,
      [JSON.stringify(ladder)],
    );
    await recordAudit(tx, {
      action: 'change-ladder',
      actorId: admin.id,
      details: { before, after: ladder },
    });
  });
}
