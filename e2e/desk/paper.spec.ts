import { api } from '@keydesk/shared/api';
import { minuteMs } from '@keydesk/shared/core/dates';
import { expect, type Locator } from '@playwright/test';
import { giveKey, loansOf } from '../../server/test/handovers.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { chooseInDesk } from '../harness/menus.ts';
import { test } from '../harness/test.ts';

/** So many minutes ago on the clock of the campus, in Asia/Kolkata, as a field holds it. */
function ago(minutes: number): string {
  return new Date(Date.now() + (330 - minutes) * minuteMs).toISOString().slice(0, 16);
}

function instant(minutes: number): string {
  return new Date(Date.now() - minutes * minuteMs).toISOString();
}

test('two of three paper entries are recorded; the third stays until it is corrected', async ({
  campus,
  visit,
}) => {
  const [asha, ravi] = [await campus.person(), await campus.person()];
  const [first, second, taken] = [await campus.key(), await campus.key(), await campus.key()];
  await giveKey(campus.guard, ravi, taken._id);
  await (await campus.person('admin')).get(api.openPaperPeriod, {
    body: { from: instant(60), to: instant(0) },
  });
  const guard = await campus.person('security');
  const page = await visit(guard, '/dashboard/security/scanner', { device: 'phone' });
  await chooseInDesk(page, 'Enter from paper');
  const dialog = page.getByRole('dialog');
  const line = (number: number) => dialog.getByRole('group', { name: `Entry ${number}` });
  const enter = async (group: Locator, key: string, person: TestClient, out: number) => {
    await group.getByLabel('Key').fill(key);
    await group.getByRole('searchbox').fill(person.user.email);
    await group.getByRole('button', { name: person.user.email }).click();
    await group.getByLabel('Out at').fill(ago(out));
  };
  await enter(line(1), first.keyNumber, asha, 50);
  await line(1).getByLabel('Back at').fill(ago(40));
  await dialog.getByRole('button', { name: 'Add entry' }).click();
  await enter(line(2), taken.keyNumber.toLowerCase(), asha, 30);
  await dialog.getByRole('button', { name: 'Add entry' }).click();
  await enter(line(3), second.keyNumber, ravi, 1);

  // What was typed is kept.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await chooseInDesk(page, 'Enter from paper');
  await expect(line(3).getByLabel('Key')).toHaveValue(second.keyNumber);

  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(line(1)).toContainText('This can be recorded.');
  await expect(line(2)).toContainText(
    new RegExp(`${taken.keyNumber} to ${asha.user.name}, .* overlaps .* ${ravi.user.name}`),
  );
  await dialog.getByRole('button', { name: 'Record 2 entries' }).click();
  await expect(page.getByText('2 entries recorded')).toBeVisible();
  await expect(line(1).getByLabel('Key')).toHaveValue(taken.keyNumber.toLowerCase());
  await expect(line(1)).toContainText(`overlaps the loan to ${ravi.user.name}`);
  await expect(line(2)).toHaveCount(0);

  const third = await campus.key();
  await line(1).getByLabel('Key').fill(third.keyNumber);
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByRole('button', { name: 'Record 1 entry' }).click();
  const recorded = dialog.getByRole('region', { name: 'Recorded' });
  await expect(recorded.getByRole('listitem')).toHaveCount(3);

  // A wrong entry is undone, corrected and recorded again.
  await recorded.getByRole('button', { name: `Undo: key ${third.keyNumber}` }).click();
  await expect(recorded.getByRole('listitem')).toHaveCount(2);
  await expect(line(1).getByLabel('Key')).toHaveValue(third.keyNumber);
  await line(1).getByLabel('Out at').fill(ago(20));
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByRole('button', { name: 'Record 1 entry' }).click();
  await expect(recorded.getByRole('listitem')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(`/dashboard/security/unavailable?key=${second._id}`);
  const details = page.getByRole('dialog', { name: second.keyNumber });
  await expect(details.getByText(/^Entered from paper/)).toBeVisible();
  expect(await loansOf(campus.db, taken._id)).toHaveLength(1);
  for (const { _id } of [first, second])
    expect(await loansOf(campus.db, _id)).toMatchObject([{ identifiedBy: 'paper' }]);
  const ofThird = await loansOf(campus.db, third._id);
  expect(ofThird.map(({ returnType }) => returnType)).toEqual(['cancelled', null]);
});

test('an entry outside every outage waits for an admin, who records it on another screen', async ({
  campus,
  visit,
}) => {
  const [asha, key] = [await campus.person(), await campus.key()];
  const guard = await campus.person('security');
  const desk = await visit(guard, '/dashboard/security/scanner');
  await chooseInDesk(desk, 'Enter from paper');
  const dialog = desk.getByRole('dialog', { name: 'Enter from paper' });
  const line = dialog.getByRole('group', { name: 'Entry 1' });
  await line.getByLabel('Key').fill(key.keyNumber);
  await line.getByRole('searchbox').fill(asha.user.email);
  await line.getByRole('button', { name: asha.user.email }).click();
  await line.getByLabel('Out at').fill(ago(3 * 24 * 60));
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(line).toContainText('No outage is known at that time, so an admin decides.');
  await dialog.getByRole('button', { name: 'Ask an admin about 1 entry' }).click();
  await expect(desk.getByText('An admin will check 1 entry')).toBeVisible();
  await expect(line.getByLabel('Key')).toHaveValue('');
  const waiting = dialog.getByRole('region', { name: 'Waiting for an admin' });
  await expect(waiting).toContainText(key.keyNumber);
  expect(await loansOf(campus.db, key._id)).toEqual([]);

  const admin = await visit(await campus.person('admin'), '/dashboard/to-decide');
  const record = admin.getByRole('button', {
    name: `Record: ${asha.user.name}, ${key.keyNumber}`,
  });
  await expect(record).toBeVisible();
  await record.click();
  await expect(admin.getByText(`Key ${key.keyNumber}: entry recorded`)).toBeVisible();
  await expect(record).toHaveCount(0);
  await expect(waiting).toHaveCount(0);
  expect(await loansOf(campus.db, key._id)).toMatchObject([
    { holderId: asha.user.id, handedBy: guard.user.id, identifiedBy: 'paper' },
  ]);

  // Another entry of that time is recorded at once when an admin has opened the period.
  const period = admin.getByRole('form', { name: 'Open a period' });
  const opened = admin.getByText(/^Paper from .* is recorded at once. Opened by /);
  const before = await opened.count();
  await period.getByLabel('Paper from').fill(ago(5 * 24 * 60));
  await period.getByLabel('Paper to').fill(ago(4 * 24 * 60));
  await period.getByRole('button', { name: 'Record without asking' }).click();
  await expect(opened).toHaveCount(before + 1);
  const other = await campus.key();
  await line.getByLabel('Key').fill(other.keyNumber);
  await line.getByRole('searchbox').fill(asha.user.email);
  await line.getByRole('button', { name: asha.user.email }).click();
  await line.getByLabel('Out at').fill(ago(4.5 * 24 * 60));
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByRole('button', { name: 'Record 1 entry' }).click();
  await expect(desk.getByText('1 entry recorded')).toBeVisible();
});
