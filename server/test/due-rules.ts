import { api } from '@keydesk/shared/api';
import type { DueRule } from '@keydesk/shared/due/due-for';
import type { Database } from '../src/db/client.ts';
import type { TestClient } from './test-client.ts';

export async function addKeyRule(
  admin: TestClient,
  keyId: string,
  rule: Partial<DueRule> = {},
): Promise<string> {
  const body = {
    scope: 'key',
    scopeId: keyId,
    kind: 'after',
    amount: 60,
    ceiling: false,
    extensions: 0,
    extendMinutes: 0,
    graceMinutes: 0,
    note: '',
    ...rule,
  };
  return (await admin.get(api.addDueRule, { body })).data.rule.id;
}

/** Ends every rule; existing due times remain. */
export async function endRules(db: Database): Promise<void> {
  await db.query('UPDATE due_rules SET ended_at = now() WHERE ended_at IS NULL');
}
