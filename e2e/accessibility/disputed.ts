import { api } from '@keydesk/shared/api';
import { lent } from '../../server/test/lending.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import type { TestApp } from '../harness/test-app.ts';

/** Lends this key to a person who says that it was not them. */
export async function disputed(campus: TestApp, holder: TestClient, keyId: string): Promise<void> {
  const loanId = await lent(campus.guard, holder, keyId);
  await holder.get(api.disputeLoan, { params: { id: loanId } });
}
