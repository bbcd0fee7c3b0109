import { api } from '@keydesk/shared/api';
import { type DeskSettings, defaultDeskSettings } from '@keydesk/shared/campus/settings';
import type { TestClient } from './test-client.ts';

/** Asks to hand a key to this person by name. */
export function lend(desk: TestClient, holder: TestClient, keyId: string) {
  return desk.call(api.lendKey, byName(holder, keyId));
}

/** Hands a key to this person by name; returns the loan's id. */
export async function lent(desk: TestClient, holder: TestClient, keyId: string): Promise<string> {
  return (await desk.get(api.lendKey, byName(holder, keyId))).data.loanId;
}

function byName(holder: TestClient, keyId: string) {
  return { body: { keyId, holderId: holder.user.id, identifiedBy: 'desk' } };
}

/** Changes the settings of the desks; without any, they are the defaults. */
export async function setDesk(admin: TestClient, desk: Partial<DeskSettings> = {}): Promise<void> {
  const { data } = await admin.get(api.getSecuritySettings);
  await admin.get(api.putSecuritySettings, {
    body: { ...data, desk: { ...defaultDeskSettings, ...desk } },
  });
}
