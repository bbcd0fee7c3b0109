import type { Transaction } from '../../platform/db/client.ts';

/** What an erased person is called. */
export const formerMember = 'Former member';

/**
 * Erases a person from what others were told: messages about them are deleted with their mails, and
 * those that name them beside other things keep everything but the name.
 */
export async function eraseFromMessages(tx: Transaction, personId: string): Promise<void> {
  await tx.query(
    `WITH naming AS (
       DELETE FROM notifications WHERE type = 'system_alert' AND about_id = $1 RETURNING id)
     DELETE FROM mail_outbox WHERE id IN (SELECT id FROM naming)`,
    [personId],
  );
  const { rows } = await tx.query<{ id: string; facts: object }>(
    `SELECT id, facts FROM notifications
      WHERE jsonb_path_exists(facts, '$.**.id ? (@ == $person)',
                              jsonb_build_object('person', $1::text))`,
    [personId],
  );
  const isPerson = (value: { id?: unknown } | null) => value?.id === personId;
  const facts = rows.map((row) =>
    JSON.stringify(row.facts, (_name, value) =>
      isPerson(value) ? { ...value, name: formerMember } : value,
    ),
  );
  await tx.query(
    `UPDATE notifications SET facts = given.facts
       FROM unnest($1::text[], $2::jsonb[]) AS given (id, facts)
      WHERE notifications.id = given.id`,
    [rows.map(({ id }) => id), facts],
  );
}
