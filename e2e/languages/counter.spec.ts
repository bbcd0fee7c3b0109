import { api } from '@keydesk/shared/api';
import { addLanguages } from '@keydesk/shared/texts/add-languages';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as buttonText } from '@keydesk/shared/texts/en/code-buttons';
import { t as codeText } from '@keydesk/shared/texts/en/codes';
import { t as deskText } from '@keydesk/shared/texts/en/desk';
import { t as dutyText } from '@keydesk/shared/texts/en/duty';
import { t as facultyText } from '@keydesk/shared/texts/en/faculty';
import { t as handoverText } from '@keydesk/shared/texts/en/handovers';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t as scanText } from '@keydesk/shared/texts/en/scans';
import { expect, type Page } from '@playwright/test';
import { dutyCode, enrolComputer } from '../../server/test/desk-computer.ts';
import { requestCode } from '../../server/test/handovers.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { readQr } from '../harness/read-qr.ts';
import { testOnOwnCampus } from '../harness/test.ts';

const test = testOnOwnCampus();

test.beforeAll(addLanguages);

async function speak(person: TestClient, language: string): Promise<void> {
  await person.get(api.updateProfile, { body: { name: person.user.name, language } });
}

function dialog(page: Page, name: string) {
  return page.getByRole('dialog', { name, exact: true });
}

const counters = [
  ['German', 'de', 'Telugu', 'te'],
  ['Urdu', 'ur', 'Hindi', 'hi'],
] as const;

for (const [theirName, theirs, ourName, ours] of counters)
  test(`a professor who reads ${theirName} takes a key from a guard who reads ${ourName}, and brings it back`, async ({
    campus,
    visit,
  }) => {
    const [professor, guard] = [await campus.person(), await campus.person('security')];
    const key = await campus.key();
    await speak(professor, theirs);
    await speak(guard, ours);
    const phone = await visit(professor, '/dashboard/faculty/keylist', { device: 'phone' });
    const desk = await visit(guard, '/dashboard/security/scanner');
    await expect(phone.locator('html')).toHaveAttribute('lang', theirs);
    await expect(desk.getByText(deskText.in(ours)('usb-scanner-ready'))).toBeVisible();

    await phone.getByPlaceholder(keyText.in(theirs)('search')).fill(key.keyNumber);
    await phone.getByRole('button', { name: buttonText.in(theirs)('generate') }).click();
    await scanCode(desk, await readQr(phone.getByRole('dialog').getByRole('img')));
    const handedOut = dialog(desk, handoverText.in(ours)('handed-over'));
    await expect(handedOut).toContainText(key.keyNumber);
    await expect(phone.getByRole('dialog')).toContainText(codeText.in(theirs)('key-taken'));
    await handedOut.getByRole('button', { name: actionText.in(ours)('done') }).click();
    await phone.getByRole('button', { name: actionText.in(theirs)('done') }).click();

    await phone.getByRole('link', { name: facultyText.in(theirs)('my-keys') }).click();
    await phone.getByRole('button', { name: buttonText.in(theirs)('show-return') }).click();
    await scanCode(desk, await readQr(phone.getByRole('dialog').getByRole('img')));
    const confirm = dialog(desk, scanText.in(ours)('confirm-return'));
    await confirm.getByRole('button', { name: scanText.in(ours)('confirm-return') }).click();
    await expect(dialog(desk, handoverText.in(ours)('returned'))).toContainText(key.keyNumber);
    await expect(phone.getByRole('dialog')).toContainText(codeText.in(theirs)('key-returned'));
  });

test("a guard brings their language to the desk's computer, and the code that waited is kept", async ({
  campus,
  visit,
}) => {
  const computer = await enrolComputer(campus);
  const guard = await campus.person('security');
  await speak(guard, 'te');
  const key = await campus.key();
  const page = await visit(null, '/healthz');
  await page
    .context()
    .addCookies([{ name: 'keydesk_desk', value: computer.secret, url: campus.url }]);
  await page.goto('/dashboard/security/scanner');
  const nobody = page.getByText('No one is on duty at this computer', { exact: true });
  await expect(nobody).toBeVisible();

  await scanCode(page, (await requestCode(await campus.person(), key._id)).qrText);
  await expect(page.getByText('The scanned code is saved')).toBeAttached();
  await scanCode(page, await dutyCode(guard));
  await expect(page.locator('html')).toHaveAttribute('lang', 'te');
  const handedOut = dialog(page, handoverText.in('te')('handed-over'));
  await expect(handedOut).toContainText(key.keyNumber);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'te');

  await computer.get(api.endDuty);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(nobody).toBeVisible();
  await expect(page.getByText(dutyText.in('te')('nobody-on-duty-here'))).toHaveCount(0);
});
