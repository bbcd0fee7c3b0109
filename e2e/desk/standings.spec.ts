import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';
import { collectAll } from '../harness/test-app.ts';

const allAvailable = 'All keys are available!';

/** What a tile or figure of a list says, as a number. */
async function tile(page: Page, label: string): Promise<number> {
  const item = page.getByRole('listitem').filter({ has: page.getByText(label, { exact: true }) });
  return Number.parseFloat(await item.locator('.text-2xl').innerText());
}

async function expectTile(page: Page, label: string, value: number) {
  await expect.poll(() => tile(page, label)).toBe(value);
}

test('every screen counts the same keys as available, in use and reported', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  const [admin, holder] = [await campus.person('admin'), await campus.person('faculty')];
  const { guard } = campus;
  const report = async (id: string, kind: string, blocks?: boolean) => {
    const body = { kind, ...(blocks && { blocks }) };
    const { incident } = (await guard.get(api.reportKey, { params: { id }, body })).data;
    return incident.id;
  };
  const add = async () => (await campus.key())._id;
  const addOut = async () => {
    const id = await add();
    await giveKey(guard, holder, id);
    return id;
  };
  const page = await visit(admin, '/dashboard/security/unavailable');
  const desk = page.getByRole('navigation', { name: 'Desk' });
  const heading = page.getByRole('heading', { name: 'Unavailable Keys' });

  const expectNumbers = async (out: number, reported: number) => {
    const total = (await admin.get(api.listKeys)).data.keys.length;
    const unavailable = out + reported;
    await page.goto('/dashboard/security/unavailable');
    await expect(heading).toHaveText(`Unavailable Keys${unavailable}`);
    await expect(desk.getByRole('link', { name: /\bUnavailable$|^Unavailable/ })).toHaveText(
      unavailable > 0 ? new RegExp(`^${unavailable}?Unavailable${unavailable}$`) : 'Unavailable',
    );
    await expect(page.getByText(allAvailable)).toHaveCount(unavailable === 0 ? 1 : 0);
    await expect(page.getByRole('button', { name: /^Collect (?!several)/ })).toHaveCount(out);

    await page.goto('/dashboard/admin');
    await expectTile(page, 'Total Keys', total);
    await expectTile(page, 'Available Keys', total - unavailable);
    await expectTile(page, 'Keys in Use', out);
    await expectTile(page, 'Reported', reported);
    await expect(page.getByText(allAvailable)).toHaveCount(0);

    await page.goto('/dashboard/admin/reports');
    await expectTile(page, 'Total Keys', total);
    await expectTile(page, 'Available Keys', total - unavailable);
    await expectTile(page, 'Keys in Use', out);
    if (reported > 0) await expectTile(page, 'Reported', reported);
    else await expect(page.getByText('Reported', { exact: true })).toHaveCount(0);
    await expectTile(page, 'Usage Rate', Math.round((1000 * out) / total) / 10);

    for (const [status, count, word] of [
      ['available', total - unavailable, 'Available'],
      ['unavailable', out, 'In Use'],
      ['reported', reported, /^(Missing|Damaged)$/],
    ] as const) {
      await page.goto(`/dashboard/admin/keys?status=${status}`);
      if (count === 0) await expect(page.getByText('No keys found')).toBeVisible();
      else {
        await expect(page.getByText(new RegExp(`^Showing \\d+ of ${count} keys?$`))).toBeVisible();
        await expect(
          page.getByRole('row').nth(1).getByText(word, { exact: true }).first(),
        ).toBeVisible();
      }
    }
  };

  await expectNumbers(0, 0);
  await report(await add(), 'missing');
  await expectNumbers(0, 1);
  await report(await addOut(), 'lost');
  await addOut();
  await report(await add(), 'damaged', true);
  await report(await add(), 'damaged');
  await expectNumbers(2, 2);
  // The line above the tiles counts reports, also of keys that are out or may be lent.
  await page.goto('/dashboard/admin');
  const line = /^4 open reports/;
  await expect(page.getByRole('link', { name: line })).toBeVisible();
});
