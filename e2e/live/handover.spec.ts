import { expect } from '@playwright/test';
import { readQr } from '../harness/read-qr.ts';
import { test } from '../harness/test.ts';

test.describe('a key goes from the desk to a person and back', () => {
  test('by codes on the phone and the camera at the desk', async ({ campus, camera, visit }) => {
    const [holder, guard] = [await campus.person(), await campus.person('security')];
    const key = await campus.key({ keyName: 'Physics Lab' });

    const desk = await camera.visit(guard, '/dashboard/security/scanner');
    const phone = await visit(holder, '/dashboard/faculty/keylist', { device: 'phone' });

    await phone.getByPlaceholder('Search keys...').fill(key.keyNumber);
    await phone.getByRole('button', { name: 'Generate QR' }).click();
    const request = phone.getByRole('dialog', { name: 'Request Key' });
    const requestCode = await readQr(request.getByRole('img'));

    await desk.getByRole('button', { name: 'Start Scanning' }).click();
    camera.show(requestCode);
    const handedOver = desk.getByRole('dialog', { name: 'Handed out' });
    await expect(handedOver).toContainText(key.keyNumber);
    await expect(handedOver).toContainText(holder.user.name);
    await expect(request).toContainText('Key taken');
    await request.getByRole('button', { name: 'Done' }).click();
    await expect(request).toBeHidden();

    camera.show(null);
    await phone.getByRole('link', { name: 'My Keys' }).click();
    await phone.getByRole('button', { name: 'Show Return QR' }).click();
    const back = phone.getByRole('dialog', { name: 'Return Key' });
    const returnCode = await readQr(back.getByRole('img'));

    camera.show(returnCode);
    const confirm = desk.getByRole('dialog', { name: 'Confirm Return' });
    await expect(confirm).toContainText(key.keyNumber);
    await expect(confirm).toContainText('Physics Lab');
    await expect(confirm).toContainText(holder.user.name);
    await expect(confirm).toContainText(holder.user.email);
    await expect(back).toContainText('Expires in');
    await confirm.getByRole('button', { name: 'Confirm Return' }).click();

    await expect(desk.getByRole('dialog', { name: 'Returned', exact: true })).toContainText(
      holder.user.name,
    );
    await expect(back).toContainText('Key returned');
    await back.getByRole('button', { name: 'Done' }).click();
    await expect(phone.getByText('No keys taken')).toBeVisible();
  });
});
