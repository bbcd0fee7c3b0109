import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';
import { collectAll, type TestApp } from '../harness/test-app.ts';

/** Keys that are out, with one person. */
async function keysOut(campus: TestApp, count: number) {
  const holder = await campus.person('faculty', { name: 'Olive Outgoing' });
  const keys = [];
  for (let hook = 1; hook <= count; hook += 1)
    keys.push(await campus.key({ hook: `Collect Cabinet · ${hook}` }));
  for (const { _id } of keys) await giveKey(campus.guard, holder, _id);
  return { holder, keys };
}

async function select(page: Page, keys: readonly { keyNumber: string }[]) {
  await page.getByRole('button', { name: 'Collect several' }).click();
  for (const { keyNumber } of keys)
    await page.getByRole('checkbox', { name: keyNumber, exact: true }).check();
}

test('several keys are collected at once, after a look at all of them', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  const { holder, keys } = await keysOut(campus, 3);
  const page = await visit(await campus.person('security'), '/dashboard/security/unavailable');
  await select(page, keys.slice(0, 1));
  await page.getByRole('dialog', { name: 'Collect 1 key' }).waitFor();
  await page.getByRole('button', { name: 'Select all 3' }).click();
  const dialog = page.getByRole('dialog', { name: 'Collect 3 keys' });
  const named = dialog.getByRole('list', { name: 'Keys to collect' }).getByRole('listitem');
  await expect(named).toHaveCount(3);
  for (const { keyNumber } of keys) await expect(dialog).toContainText(keyNumber);
  await expect(named.first()).toContainText('Olive Outgoing');
  await dialog.getByLabel('Reason (optional)').fill('End of term');
  await dialog.getByRole('button', { name: 'Collect 3 keys' }).click();
  await page.getByRole('dialog', { name: '3 keys returned' }).waitFor();
  const done = page.getByRole('dialog', { name: /returned/i });
  const row = (key: { keyNumber: string }) =>
    done.getByRole('listitem').filter({ hasText: key.keyNumber });
  for (const [index, key] of keys.entries())
    await expect(row(key)).toContainText(`Collect Cabinet, hook ${index + 1}`);
  await expect(done.getByRole('button', { name: 'Done' })).toBeFocused();
  await expect(page.getByText('All keys are available!')).toBeVisible();
  const { rows } = await campus.db.query(
    'SELECT DISTINCT return_type, return_reason FROM loans WHERE key_id = ANY ($1)',
    [keys.map(({ _id }) => _id)],
  );
  expect(rows).toEqual([{ return_type: 'collected', return_reason: 'End of term' }]);
  const [first, second] = keys;
  if (!first || !second) throw new Error('There are no keys');
  await row(first)
    .getByRole('button', { name: `Undo: key ${first.keyNumber}` })
    .click();
  await page.getByRole('button', { name: /^Key is not here/ }).click();
  await expect(row(first)).toContainText(`${first.keyNumber} is still with Olive Outgoing`);
  // The list follows the record, whoever changes it.
  await giveKey(campus.guard, holder, second._id);
  await expect(row(second).getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await done.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: first.keyNumber })).toBeVisible();
});

test('a key that changed hands is left out, and one that fails is named with the reason', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  const { keys } = await keysOut(campus, 3);
  const [kept, changed, unreached] = keys;
  if (!kept || !changed || !unreached) throw new Error('There are no keys');
  const { loanId } = (await campus.guard.get(api.getKey, { params: { id: kept._id } })).data.key;
  const page = await visit(await campus.person('security'), '/dashboard/security/unavailable', {
    device: 'phone',
  });
  await select(page, keys);
  const dialog = page.getByRole('dialog', { name: 'Collect' });
  await expect(dialog).toContainText(changed.keyNumber);
  await campus.guard.get(api.collectKey, { params: { id: changed._id } });
  const next = await campus.person('faculty', { name: 'Nora Newholder' });
  await giveKey(campus.guard, next, changed._id);
  const line = dialog.getByRole('listitem').filter({ hasText: changed.keyNumber });
  await expect(line).toContainText('With Nora Newholder now. Not collected.');
  await page.route(`**/keys/${unreached._id}/**`, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Collect 2 keys' }).click();
  await expect(dialog).toContainText('1 of 2 keys is back.');
  const failed = dialog.getByRole('list', { name: 'Not confirmed' }).getByRole('listitem');
  await expect(failed).toHaveCount(1);
  await expect(failed).toContainText(unreached.keyNumber);
  // Where the key that is back belongs.
  await expect(dialog).toContainText('Collect Cabinet, hook 1');
  await expect(dialog.getByRole('button', { name: 'Close', exact: true }).last()).toBeFocused();
  // A key returned later is counted too.
  await campus.guard.get(api.collectKey, { params: { id: unreached._id } });
  await expect(dialog).toContainText('2 of 2 keys are back.');
  await expect(failed).toContainText('Already back');
  // A return undone since is not.
  await campus.guard.get(api.undoHandover, {
    params: { id: loanId ?? '' },
    body: { reason: 'not-there', handover: 'return' },
  });
  await expect(dialog).toContainText('1 of 2 keys is back.');
  const undone = dialog.getByRole('listitem').filter({ hasText: kept.keyNumber });
  await expect(undone).toContainText(`${kept.keyNumber} is still with`);
  await campus.guard.get(api.collectKey, { params: { id: kept._id } });
  await expect(dialog).toContainText('2 of 2 keys are back.');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  // The next holder's loan was not selected.
  const row = page.getByRole('listitem').filter({ hasText: changed.keyNumber });
  await expect(row).toContainText('Nora Newholder');
});

test('who brings several keys is found by name, and all of them are collected in two presses', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  const { holder, keys } = await keysOut(campus, 9);
  const other = await campus.key();
  await giveKey(campus.guard, await campus.person(), other._id);
  const page = await visit(await campus.person('security'), '/dashboard/security/unavailable');
  await page.getByPlaceholder('Search keys...').fill(holder.user.name);
  await page.getByRole('button', { name: 'Collect several' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Collect 9 keys' }).click();
  await expect(page.getByRole('dialog', { name: '9 keys returned' })).toBeVisible();
  expect((await holder.get(api.myTakenKeys)).data.keys).toEqual([]);
  const { key } = (await campus.guard.get(api.getKey, { params: { id: other._id } })).data;
  expect(key.loanId).not.toBeNull();
  expect(keys).toHaveLength(9);
});
