import { api } from '@keydesk/shared/api';
import { lent } from '../../server/test/lending.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import type { TestApp } from '../harness/test-app.ts';

/** Hands out this key without a code to a person who then disputes it. */
export async function disputed(campus: TestApp, holder: TestClient, keyId: string): Promise<void> {
  const loanId = await lent(campus.guard, holder, keyId);
  await holder.get(api.disputeLoan, { params: { id: loanId } });
}
