import { addAccessRule, addGroup, endAccessRules } from '../../server/test/access-admin.ts';
import { giveKey } from '../../server/test/handovers.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import type { TestApp } from '../harness/test-app.ts';

/** Rules, one of which never applies, and a group with an expired member. */
export async function withRules(campus: TestApp, admin: TestClient): Promise<void> {
  const member = await campus.person('faculty', { name: 'Expired Member' });
  const name = `Trained ${member.user.id}`;
  const group = await addGroup(admin, name, member);
  await campus.db.query(
    `UPDATE group_members SET valid_from = now() - interval '2 days',
                              valid_until = now() - interval '1 day' WHERE group_id = $1`,
    [group],
  );
  const key = await campus.key();
  const about = { target: 'key', targetId: key._id };
  await addAccessRule(admin, { ...about, note: 'Only after the training', fromTime: '18:00' });
  await addAccessRule(admin, { ...about, subject: 'group', subjectId: group, effect: 'allow' });
}

/** A key that this person has and that is recalled. */
export async function recalled(campus: TestApp, holder: TestClient): Promise<void> {
  const [admin, key] = [await campus.person('admin'), await campus.key()];
  await giveKey(campus.guard, holder, key._id);
  await addAccessRule(admin, { target: 'key', targetId: key._id });
  await endAccessRules(campus.db);
}
