import { z } from 'zod';
import type { Connection } from '../../db/client.ts';

const heldSchema = z.object({
  since: z.iso.datetime(),
  /** When the backup was made; null if an operator held the messages. */
  backupOf: z.iso.datetime().nullable(),
});
export type HeldMessages = z.infer<typeof heldSchema>;

const name = 'messages-held';

/**
 * SQL for whether emails, pushes and reminders are held (`quiet-copy`): a restored backup may run
 * beside its original, and people must not be notified twice.
 */
export const messagesAreHeld = `EXISTS (SELECT FROM installation WHERE name = '${name}')`;

export async function readHeldMessages(
  db: Pick<Connection, 'query'>,
): Promise<HeldMessages | null> {
  const { rows } = await db.query<{ value: string }>(
    'SELECT value FROM installation WHERE name = $1',
    [name],
  );
  return rows[0] ? heldSchema.parse(JSON.parse(rows[0].value)) : null;
}

/** After a restore, or for a copy made by other means. */
export async function holdMessages(
  db: Pick<Connection, 'query'>,
  backupOf: string | null,
): Promise<void> {
  const held: HeldMessages = { since: new Date().toISOString(), backupOf };
  await db.query(
    `INSERT INTO installation (name, value) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [name, JSON.stringify(held)],
  );
}

/** False if none were held. */
export async function releaseMessages(db: Connection): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM installation WHERE name = $1', [name]);
  return rowCount === 1;
}

/** Logged by a start and a restore. */
export function describeHeld({ backupOf }: Pick<HeldMessages, 'backupOf'>): string {
  const what = backupOf ? `This is the backup of ${backupOf}, restored` : 'Messages are held';
  return `${what}: mails, pushes and reminders wait until you say: npm run admin -- send-messages`;
}
