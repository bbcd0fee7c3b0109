import { api } from '@keydesk/shared/api';
import type { Database } from '../src/db/client.ts';
import type { TestClient } from './test-client.ts';

/** As calls expect an instant. */
export function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

export async function askFor(who: TestClient, keyId: string, purpose = 'Thesis measurements') {
  const body = { keyId, purpose, wantedUntil: inMinutes(120) };
  return (await who.get(api.requestAccess, { body })).data.request;
}

export function decide(who: TestClient, id: string, body: object) {
  return who.call(api.decideAccessRequest, { params: { id }, body });
}

export async function accessMessages(who: TestClient) {
  const { notifications } = (await who.get(api.listNotifications)).data;
  return notifications.filter(({ kind }) => kind === 'access');
}

/** Deletes requests and grants, for the following tests on the same campus. */
export async function forgetAccess(db: Database): Promise<void> {
  await db.query('DELETE FROM grants');
  await db.query('DELETE FROM access_requests');
}

/** Requires this owner's approval for a key. */
export async function restrict(db: Database, keyId: string, owner: TestClient): Promise<void> {
  await db.query("UPDATE keys SET level = 'restricted', owner_id = $2 WHERE id = $1", [
    keyId,
    owner.user.id,
  ]);
}
