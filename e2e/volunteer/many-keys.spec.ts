import { api } from '@keydesk/shared/api';
import { parseToken } from '@keydesk/shared/loans/qr-parse';
import { maxBatchKeys } from '@keydesk/shared/loans/qr-payload';
import { expect } from '@playwright/test';
import { readQr } from '../harness/read-qr.ts';
import { test } from '../harness/test.ts';
import { collectAll } from '../harness/test-app.ts';
import { returnButton, takeAll, takenKeys, volunteerPath } from './volunteer.ts';

test('as many keys as one code can return are read by the camera at once', async ({
  campus,
  camera,
  visit,
}) => {
  const [guard, volunteer] = [await campus.person('security'), await campus.person()];
  const { data } = await guard.get(api.listKeys);
  const out = data.keys.filter(({ status }) => status === 'unavailable').length;
  const hanging = data.keys
    .filter(({ status, level }) => status === 'available' && !level)
    .map(({ _id }) => _id);
  await takeAll(guard, hanging.slice(0, maxBatchKeys + 1 - out));

  const page = await visit(volunteer, volunteerPath, { device: 'phone' });
  await expect(page.getByText(`${maxBatchKeys + 1} keys`)).toBeVisible();
  await page.getByRole('button', { name: 'Select All' }).click();
  await expect(
    page.getByText(
      'One QR code returns at most 200 keys. Return these first, then select the rest.',
    ),
  ).toBeVisible();
  await expect(returnButton(page)).toHaveText('Return 200 Keys');
  await returnButton(page).click();
  const modal = page.getByRole('dialog', { name: 'Return 200 Keys' });
  const code = await readQr(modal.getByRole('img'));
  expect(parseToken(code), 'too many keys for the JSON of their code').not.toBeNull();

  camera.show(code);
  const desk = await camera.visit(guard, '/dashboard/security/scanner');
  await desk.getByRole('button', { name: 'Start Scanning' }).click();
  await expect(desk.getByRole('dialog', { name: '200 keys returned' })).toBeVisible();
  await expect(modal, 'closes by itself').toBeHidden();
  await expect(takenKeys(page)).toHaveCount(1);
  await expect(returnButton(page)).toBeHidden();
  await collectAll(campus);
  await expect(page.getByText('No keys out')).toBeVisible();
});
