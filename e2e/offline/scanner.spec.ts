import { expect } from '@playwright/test';
import { requestCode } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';

test('a scanner whose code reader could not be loaded starts by itself once the network is back', async ({
  campus,
  camera,
}) => {
  const [holder, key] = [await campus.person(), await campus.key()];
  const desk = await camera.visit(await campus.person('security'), '/dashboard/profile');
  const reader = /decode\.worker/;
  await desk.route(reader, (route) => route.abort());
  await desk.goto('/dashboard/security/scanner');
  await desk.getByRole('button', { name: 'Start Scanning' }).click();
  const overlay = desk.getByRole('dialog', { name: 'Scan QR code' });
  await expect(overlay.getByText('Scanner Error')).toBeVisible();
  await desk.context().setOffline(true);
  await expect(
    overlay.getByText('You are offline. You cannot scan until the connection is back.'),
  ).toBeVisible();

  await desk.unroute(reader);
  await desk.context().setOffline(false);
  await expect(overlay.getByText('Scanning', { exact: true })).toBeVisible();
  camera.show((await requestCode(holder, key._id)).qrText);
  const done = desk.getByRole('dialog', { name: 'Handed out' });
  await done.getByRole('button', { name: 'Scan next' }).click();
  await desk.context().setOffline(true);
  await expect(overlay.getByText('Waiting for the connection')).toBeVisible();
  await expect(overlay.getByText('Scanning', { exact: true })).toBeHidden();
});
