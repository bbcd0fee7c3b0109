import { api } from '@keydesk/shared/api';
import type { Database } from '../src/db/client.ts';
import type { TestClient } from './test-client.ts';

/** Defaults to a rule that refuses every key to everyone. */
export async function addAccessRule(admin: TestClient, rule: object) {
  const body = { target: 'all', subject: 'everyone', effect: 'deny', ...rule };
  return (await admin.get(api.addAccessRule, { body })).data;
}

export async function addGroup(
  admin: TestClient,
  name: string,
  ...members: readonly TestClient[]
): Promise<string> {
  const { id } = (await admin.get(api.addGroup, { body: { name } })).data.group;
  for (const { user } of members)
    await admin.get(api.putMember, { params: { id, userId: user.id }, body: {} });
  return id;
}

export async function endAccessRules(db: Database): Promise<void> {
  await db.query('UPDATE access_rules SET ended_at = now() WHERE ended_at IS NULL');
}
