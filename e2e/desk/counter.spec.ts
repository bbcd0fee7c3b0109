import { api } from '@keydesk/shared/api';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { expect, type Page } from '@playwright/test';
import { giveKey, loansOf, requestCode } from '../../server/test/handovers.ts';
import { setDesk } from '../../server/test/lending.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { historySettled } from '../harness/history.ts';
import { test, type Visit } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

async function readyDesk(campus: TestApp, visit: Visit): Promise<Page> {
  const page = await visit(await campus.person('security'), '/dashboard/security/scanner');
  await expect(page.getByRole('button', { name: 'Hand out without a code' })).toBeVisible();
  await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  return page;
}

async function addCard(campus: TestApp, person: TestClient, cardText: string): Promise<void> {
  const params = { id: person.user.id };
  await campus.guard.get(api.addPersonCard, { params, body: { cardText } });
}

test('a card opens its person, who returns one key and takes another', async ({
  campus,
  visit,
}) => {
  const professor = await campus.person('faculty', { name: 'Chitra Counter' });
  await addCard(campus, professor, '7700112233');
  const [soon, late, wanted] = [await campus.key(), await campus.key(), await campus.key()];
  for (const key of [soon, late]) await giveKey(campus.guard, professor, key._id);
  await campus.db.query(
    `UPDATE loans SET due_at = now() - interval '2 hours', grace_until = now() - interval '2 hours'
      WHERE key_id = $1`,
    [late._id],
  );
  const page = await readyDesk(campus, visit);
  await scanCode(page, '7700112233');
  const person = page.getByRole('dialog', { name: 'Chitra Counter' });
  const out = person.getByRole('list', { name: 'Keys out' }).getByRole('listitem');
  await expect(out).toHaveText([new RegExp(late.keyNumber), new RegExp(soon.keyNumber)]);
  await expect(out.first()).toContainText('2 hours overdue');

  await person.getByRole('button', { name: `Take back ${late.keyNumber}` }).click();
  await page.getByRole('dialog', { name: 'Collect key' }).getByText('Collect').last().click();
  const collected = page.getByRole('dialog', { name: 'Collected' });
  await expect(collected).toContainText(late.keyNumber);
  await collected.getByRole('button', { name: 'Done' }).click();
  await expect(out).toHaveText([new RegExp(soon.keyNumber)]);

  // The tag of an available key says which one they take.
  await scanCode(page, formatKeyTag(wanted._id));
  const lend = page.getByRole('dialog', { name: 'Hand out without a code' });
  await expect(lend.getByRole('region', { name: 'Key' })).toContainText(wanted.keyNumber);
  await expect(lend.getByRole('region', { name: 'Person' })).toContainText('Chitra Counter');
  await expect(lend.getByRole('button', { name: 'Hand out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Handed out' })).toContainText(wanted.keyNumber);
  expect(await loansOf(campus.db, wanted._id)).toMatchObject([
    { holderId: professor.user.id, identifiedBy: 'card' },
  ]);
});

test('a card is read on every tab of the desk, and all keys of its person are taken back together', async ({
  campus,
  visit,
}) => {
  const professor = await campus.person('faculty', { name: 'Charu Allback' });
  await addCard(campus, professor, '7700112244');
  const [first, second] = [await campus.key(), await campus.key()];
  for (const key of [first, second]) await giveKey(campus.guard, professor, key._id);
  const page = await visit(await campus.person('security'), '/dashboard/security/available');
  await page.getByPlaceholder('Search keys...').fill('Room');
  await scanCode(page, '7700112244');
  const person = page.getByRole('dialog', { name: 'Charu Allback' });
  // A tag that is scanned meanwhile goes first.
  await person.getByRole('button', { name: `Take back ${first.keyNumber}` }).click();
  const collect = page.getByRole('dialog', { name: 'Collect key' });
  await expect(collect).toContainText(first.keyNumber);
  await scanCode(page, formatKeyTag(second._id));
  await expect(collect).toContainText(second.keyNumber);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await collect.getByRole('button', { name: 'Cancel' }).click();
  await expect(collect).toBeHidden();
  await scanCode(page, '7700112244');
  await person.getByRole('button', { name: 'Take back all 2' }).click();
  await page.getByRole('button', { name: 'Collect 2 keys' }).click();
  const done = page.getByRole('dialog', { name: '2 keys returned' });
  await expect(done.getByRole('listitem')).toHaveCount(2);
  await done.getByRole('button', { name: 'Done' }).click();
  await expect(person).toContainText('No keys out');
  expect((await professor.get(api.myTakenKeys)).data.keys).toEqual([]);
});

test('after a hand-out the same person gets another key, where keys are handed out by name', async ({
  campus,
  visit,
}) => {
  const professor = await campus.person('faculty', { name: 'Chandra Another' });
  const [first, second, third] = [
    await campus.key(),
    await campus.key({ keyName: 'Anothery' }),
    await campus.key(),
  ];
  const page = await readyDesk(campus, visit);
  await scanCode(page, (await requestCode(professor, first._id)).qrText);
  const done = page.getByRole('dialog', { name: 'Handed out' });
  await done.getByRole('button', { name: 'Another key for Chandra Another' }).click();
  const lend = page.getByRole('dialog', { name: 'Hand out without a code' });
  await expect(lend.getByRole('region', { name: 'Person' })).toContainText('Chandra Another');
  const search = lend.getByRole('searchbox', { name: 'Key number or name' });
  await expect(search).toBeFocused();
  await search.fill('anothery');
  await lend.getByRole('button', { name: second.keyNumber }).click();
  await lend.getByRole('button', { name: 'Hand out' }).click();
  await expect(done).toContainText(second.keyNumber);
  await expect(done.getByRole('button', { name: /^Another key for/ })).toBeVisible();
  expect((await professor.get(api.myTakenKeys)).data.keys).toHaveLength(2);
  await done.getByRole('button', { name: 'Done' }).click();
  await historySettled(page);

  const admin = await campus.person('admin');
  await setDesk(admin, { lendByName: 'card' });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Hand out without a code' })).toBeVisible();
  await scanCode(page, (await requestCode(professor, third._id)).qrText);
  await expect(done).toContainText(third.keyNumber);
  await expect(done.getByRole('button', { name: /^Another key for/ })).toHaveCount(0);
  await setDesk(admin);
});

test('the tag of an available key offers to hand it out, unless a code is always needed', async ({
  campus,
  visit,
}) => {
  await campus.person('faculty', { name: 'Chetan Tagged' });
  const key = await campus.key();
  const page = await readyDesk(campus, visit);
  const tag = page.getByRole('dialog', { name: 'Key tag' });
  await scanCode(page, formatKeyTag(key._id));
  await expect(tag).toContainText('This key is available at the desk.');
  await expect(tag.getByRole('button', { name: 'Hand out' })).toBeFocused();
  await page.keyboard.press('Enter');
  const lend = page.getByRole('dialog', { name: 'Hand out without a code' });
  await expect(lend.getByRole('region', { name: 'Key' })).toContainText(key.keyNumber);
  await lend.getByRole('searchbox').fill('chetan');
  await lend.getByRole('button', { name: 'Chetan Tagged' }).click();
  await lend.getByRole('button', { name: 'Hand out' }).click();
  const done = page.getByRole('dialog', { name: 'Handed out' });
  await expect(done).toContainText(key.keyNumber);
  await done.getByRole('button', { name: 'Done' }).click();
  await historySettled(page);

  const admin = await campus.person('admin');
  await setDesk(admin, { lendByName: 'off' });
  await page.reload();
  await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  await scanCode(page, formatKeyTag((await campus.key())._id));
  await expect(tag).toContainText('This key is available at the desk.');
  await expect(tag.getByRole('button', { name: 'OK' })).toBeFocused();
  await expect(tag.getByRole('button', { name: 'Hand out' })).toHaveCount(0);
  await setDesk(admin);
});
