import { api } from '@keydesk/shared/api';
import type { Page } from '@playwright/test';
import type { TestClient } from '../../server/test/test-client.ts';

export const volunteerPath = '/dashboard/collective-return';

/** The listed keys, all of which are out. */
export function takenKeys(page: Page) {
  return page.getByRole('list', { name: 'Taken keys' }).getByRole('listitem');
}

/** The button that asks for the code, whatever its count. */
export function returnButton(page: Page) {
  return page.getByRole('button', { name: /^Return \d+ Keys?$/ });
}

/** Has this person take keys themselves. */
export async function takeAll(guard: TestClient, keyIds: readonly string[]): Promise<void> {
  await Promise.all(keyIds.map((id) => guard.get(api.takeKey, { params: { id } })));
}
