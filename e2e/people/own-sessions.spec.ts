import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { openSession } from '../../server/src/features/session/sessions.ts';
import { TestClient } from '../../server/test/test-client.ts';
import { test } from '../harness/test.ts';

test('a lost phone is signed out from the profile, and all other devices at once', async ({
  campus,
  visit,
}) => {
  const laptop = await campus.person();
  const alsoAt = async (device: string, address: string) =>
    new TestClient(
      campus.url,
      laptop.user,
      await openSession(campus.db, laptop.user.id, { device, address }),
    );
  const phone = await alsoAt('Safari on iPhone', '192.0.2.7');
  const tablet = await alsoAt('Chrome on Android', '2001:db8::17');
  const isSignedIn = async (who: TestClient) => (await who.call(api.checkAuth)).status === 200;

  const page = await visit(laptop, '/dashboard/profile');
  const devices = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await expect(devices.getByRole('listitem').first()).toContainText('This device');
  await expect(devices.getByText('192.0.2.7')).toBeVisible();

  await devices.getByRole('button', { name: 'Sign out there: Safari on iPhone' }).click();
  await expect(page.getByText('Signed out there')).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  expect([await isSignedIn(phone), await isSignedIn(tablet)]).toEqual([false, true]);

  await devices.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('Signed out everywhere else')).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByRole('button')).toHaveCount(0);
  expect([await isSignedIn(laptop), await isSignedIn(tablet)]).toEqual([true, false]);
});
