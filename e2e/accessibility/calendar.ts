import { api } from '@keydesk/shared/api';
import { giveKey } from '../../server/test/handovers.ts';
import { campusDay, timezone } from '../due/opening.ts';
import type { TestApp } from '../harness/test-app.ts';

/** Closes the campus on the day a key is due, long after all others. */
export async function strand(campus: TestApp): Promise<void> {
  const [admin, holder] = [await campus.person('admin'), await campus.person()];
  const key = await campus.key();
  await giveKey(campus.guard, holder, key._id);
  const day = campusDay(20);
  await campus.db.query(
    `UPDATE loans SET due_at = given.due, grace_until = given.due
       FROM (SELECT ($2 || ' 17:20')::timestamp AT TIME ZONE $3 AS due) AS given
      WHERE key_id = $1 AND returned_at IS NULL`,
    [key._id, day, timezone],
  );
  await admin.get(api.putDays, { body: { days: [{ day, kind: 'closed', label: 'Strike' }] } });
}

/** Two rules for the same category: the second replaces the first. */
export async function addRules(campus: TestApp): Promise<void> {
  const admin = await campus.person('admin');
  const rule = { scope: 'category', scopeId: 'hostel', kind: 'after', graceMinutes: 10 } as const;
  for (const amount of [90, 120]) await admin.get(api.addDueRule, { body: { ...rule, amount } });
}
