import { api } from '@keydesk/shared/api';
import { type DeskSettings, defaultDeskSettings } from '@keydesk/shared/campus/settings';
import type { TestClient } from './test-client.ts';

export function lend(desk: TestClient, holder: TestClient, keyId: string) {
  return desk.call(api.lendKey, byName(holder, keyId));
}

export async function lent(desk: TestClient, holder: TestClient, keyId: string): Promise<string> {
  return (await desk.get(api.lendKey, byName(holder, keyId))).data.loanId;
}

function byName(holder: TestClient, keyId: string) {
  return { body: { keyId, holderId: holder.user.id, identifiedBy: 'desk' } };
}

/** Changes the desks' settings, by default to the defaults. */
export async function setDesk(admin: TestClient, desk: Partial<DeskSettings> = {}): Promise<void> {
  const { data } = await admin.get(api.getSecuritySettings);
  await admin.get(api.putSecuritySettings, {
    body: { ...data, desk: { ...defaultDeskSettings, ...desk } },
  });
}
