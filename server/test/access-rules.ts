import { type Database, transact } from '../src/db/client.ts';
import { accessRules, grants, groupMembers, groups } from '../src/db/schema.ts';
import { lockAccessForChange } from '../src/features/access/hand-out-access.ts';

type RuleRow = typeof accessRules.$inferInsert;

/** A rule about one key, by default for everyone at all times; returns its id. */
export async function addRuleAbout(
  db: Database,
  { keyId, by, ...rule }: { keyId: string; by: string } & Partial<RuleRow>,
): Promise<string> {
  return transact(db, async (tx) => {
    await lockAccessForChange(tx);
    const [row] = await tx.orm
      .insert(accessRules)
      .values({
        target: 'key',
        targetId: keyId,
        subject: 'everyone',
        effect: 'deny',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        note: '',
        createdBy: by,
        ...rule,
      })
      .returning({ id: accessRules.id });
    if (!row) throw new Error('The rule was not stored');
    return row.id;
  });
}

export async function endRule(db: Database, id: string): Promise<void> {
  await transact(db, async (tx) => {
    await lockAccessForChange(tx);
    await tx.query('UPDATE access_rules SET ended_at = clock_timestamp() WHERE id = $1', [id]);
  });
}

export async function giveGrant(
  db: Database,
  grant: Omit<typeof grants.$inferInsert, 'reason'>,
): Promise<string> {
  return transact(db, async (tx) => {
    await lockAccessForChange(tx);
    const [row] = await tx.orm
      .insert(grants)
      .values({ reason: '', ...grant })
      .returning({ id: grants.id });
    if (!row) throw new Error('The grant was not stored');
    return row.id;
  });
}

export async function groupOf(
  db: Database,
  { name, members, by }: { name: string; members: readonly string[]; by: string },
): Promise<string> {
  const [group] = await db.orm.insert(groups).values({ name }).returning({ id: groups.id });
  if (!group) throw new Error('The group was not stored');
  for (const userId of members)
    await db.orm.insert(groupMembers).values({ groupId: group.id, userId, addedBy: by });
  return group.id;
}
