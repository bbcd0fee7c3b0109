import { expect } from '@playwright/test';
import { requestCode } from '../../server/test/handovers.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { test } from '../harness/test.ts';

test('a rule reads as a sentence, is tried, decides at the desk and is ended', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person('faculty', { name: 'Rula Regel' });
  const key = await campus.key({ keyName: 'Rule Room', category: 'auditorium' });
  const page = await visit(await campus.person('admin'), '/dashboard/admin/campus/due');
  await expect(page.getByText('All keys are due at the next closing time.')).toBeVisible();

  await page.getByRole('button', { name: 'Add rule' }).click();
  const form = page.getByRole('dialog', { name: 'Add rule' });
  await form.getByLabel('For', { exact: true }).selectOption('One key');
  await form.getByLabel('Keys are due').selectOption('After some time');
  await form.getByRole('button', { name: 'Add rule' }).click();
  await expect(form.getByRole('alert')).toHaveText([
    'Choose what the rule applies to',
    'A whole number from 1 to 527040',
  ]);
  await form.getByRole('combobox', { name: 'Key', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search key' }).fill(key.keyNumber);
  await page.getByRole('option', { name: key.keyNumber }).click();
  await form.getByLabel('Minutes', { exact: true }).fill('90');
  const sentence = `Key ${key.keyNumber} is due 90 min after the hand-out.`;
  await expect(form.getByText(sentence)).toBeVisible();
  await form.getByRole('button', { name: 'Add rule' }).click();
  const rules = page.getByRole('list', { name: 'Rules' });
  await expect(rules).toContainText(sentence);

  await page.getByRole('combobox', { name: 'Person', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search person' }).fill('Rula Regel');
  await page.getByRole('option', { name: 'Rula Regel' }).click();
  await page.getByRole('combobox', { name: 'Key', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search key' }).fill(key.keyNumber);
  await page.getByRole('option', { name: key.keyNumber }).click();
  await page.getByLabel('Handed out').fill('2026-11-27T10:00');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  const result = page.getByRole('status').filter({ hasText: 'Rule:' });
  await expect(result).toContainText('Due Fri 27 Nov, 11:30');
  await expect(result).toContainText(sentence);

  const desk = await visit(await campus.person('security'), '/dashboard/security/scanner');
  await expect(desk.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  await scanCode(desk, (await requestCode(holder, key._id)).qrText);
  await expect(desk.getByRole('dialog', { name: 'Handed out' })).toContainText(
    /Due (today|tomorrow)/,
  );
  const { rows } = await campus.db.query(
    "SELECT due_at - taken_at = interval '90 min' AS right FROM loans WHERE key_id = $1",
    [key._id],
  );
  expect(rows).toEqual([{ right: true }]);

  await rules.getByRole('button', { name: `End: ${sentence}` }).click();
  await page
    .getByRole('dialog', { name: 'End rule' })
    .getByRole('button', { name: 'End rule' })
    .click();
  await expect(page.getByText('All keys are due at the next closing time.')).toBeVisible();
});
