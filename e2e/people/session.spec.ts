import { expect, type WebSocket } from '@playwright/test';
import { holdCalls, holdLiveConnection } from '../harness/network.ts';
import { test } from '../harness/test.ts';

function liveConnection(socket: WebSocket) {
  return socket.url().includes('/socket.io/');
}

test('the live connection begins with the sign-in, joins its rooms, and ends with Logout', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const page = await visit(null, '/login');
  const said: string[] = [];
  const opening = page.waitForEvent('websocket', { predicate: liveConnection });
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => said.push(String(payload))),
  );
  const asked = page.waitForRequest('/api/notifications*');
  await page.goto(`/api/auth/google?login_hint=${encodeURIComponent(person.user.email)}`);
  const socket = await opening;
  expect((await asked).headers().authorization).toMatch(/^Bearer /);
  await expect
    .poll(() => said.filter((frame) => frame.includes('join-')))
    .toEqual([
      expect.stringContaining(`["join-user-room","${person.user.id}"]`),
      expect.stringContaining('["join-role-room","faculty"]'),
      expect.stringContaining('["join-keys-room"'),
    ]);

  const closing = socket.waitForEvent('close');
  await page.route('/api/auth/logout', (route) => route.abort('connectionfailed'));
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: 'Logout' })
    .click();
  await closing;
  await expect(page).toHaveURL('/login');
  // Even though the server could not be told.
  const kept = () => page.evaluate(() => [localStorage['auth-token'], localStorage['auth-user']]);
  expect(await kept()).toEqual([undefined, undefined]);
});

test('a call that is refused with 401 signs the person out, token and all', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const page = await visit(person, '/dashboard/notifications');
  // Over a live connection the page would hear of the end by itself, before the press.
  await holdLiveConnection(page);
  await page.reload();
  await expect(page.getByText('No notifications')).toBeVisible();
  await campus.db.query('UPDATE sessions SET revoked_at = now() WHERE id = $1', [
    person.secrets.sessionId,
  ]);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage['auth-token'])).toBeUndefined();
  await page.goto('/dashboard/notifications');
  await expect(page).toHaveURL('/login');
});

test('a check of the session that hangs is not waited for longer than five seconds', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person(), '/dashboard/about');
  await expect(page.getByRole('heading', { name: 'About Us' })).toBeVisible();
  await page.clock.install();
  const letGo = await holdCalls(page, '/api/auth/check-auth');
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Loading...');
  await page.clock.fastForward(5_000);
  await expect(page.getByRole('heading', { name: 'About Us' })).toBeVisible();
  letGo();
  await expect(page).toHaveURL('/dashboard/about');
});
