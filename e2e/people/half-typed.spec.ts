import { expect, type Page } from '@playwright/test';
import { ageLoans, giveKey } from '../../server/test/handovers.ts';
import { showMoreFields } from '../harness/menus.ts';
import { test } from '../harness/test.ts';

type Press = string | RegExp | { inMenu: RegExp; entry: string | RegExp };

type Form = {
  name: string;
  at: string;
  /** The tabs and buttons that lead to it. */
  open: readonly Press[];
  dialog: string | RegExp;
  field: string;
  /** The field is one of those that open with *More*. */
  isMore?: true;
  /** It opens over another dialog. */
  isSecond?: true;
};

const forms: readonly Form[] = [
  { name: 'a key', at: 'admin/keys', open: ['Add key'], dialog: 'Add key', field: 'Key name' },
  {
    name: 'a person',
    at: 'admin/users',
    open: ['Add person'],
    dialog: 'Add person',
    field: 'Name',
  },
  {
    name: 'an access rule',
    at: 'admin/access',
    open: ['Add rule'],
    dialog: 'Add access rule',
    field: 'Note (optional)',
    isMore: true,
  },
  {
    name: 'a group',
    at: 'admin/access',
    open: ['Groups', 'Add group'],
    dialog: 'Add group',
    field: 'Name',
  },
  {
    name: 'a due rule',
    at: 'admin/campus?tab=due',
    open: ['Add rule'],
    dialog: 'Add rule',
    field: 'Note (optional)',
    isMore: true,
  },
  {
    name: 'a closed day',
    at: 'admin/campus?tab=opening',
    open: ['Add day'],
    dialog: 'Add day',
    field: 'Name',
  },
  {
    name: 'a desk',
    at: 'admin/campus?tab=desks',
    open: ['Add desk'],
    dialog: 'Add desk',
    field: 'Name',
  },
  {
    name: 'an entry of a list',
    at: 'admin/campus',
    open: ['Add department'],
    dialog: 'Add department',
    field: 'Name',
  },
  {
    name: 'a visitor',
    at: 'security/available?q=KEY',
    open: [/^Hand out/, 'Add visitor'],
    isSecond: true,
    dialog: 'Add visitor',
    field: 'Company (optional)',
  },
  {
    name: 'paper',
    at: 'security/scanner',
    open: [{ inMenu: /^(Desk|.* Desk|All desks|Where is .*)$/, entry: 'Enter from paper' }],
    dialog: 'Enter from paper',
    field: 'Key',
  },
  {
    name: 'a report of a key',
    at: 'security/available?key=ID',
    open: ['Report as Damaged'],
    dialog: 'Report as Damaged',
    field: 'Note (optional)',
  },
  {
    name: 'another due time',
    at: 'security/overdue?q=OUT',
    open: [{ inMenu: /^More for/, entry: /^Extend/ }],
    dialog: 'Extend',
    field: 'Reason',
  },
];

async function press(page: Page, what: Press) {
  if (typeof what !== 'string' && 'inMenu' in what) {
    await press(page, what.inMenu);
    await page.getByRole('menuitem', { name: what.entry }).click();
    return;
  }
  const named = typeof what === 'string' ? { name: what, exact: true } : { name: what };
  await page.getByRole('button', named).or(page.getByRole('tab', named)).first().click();
}

test('no form loses what was typed by a click outside, Escape or Back', async ({
  campus,
  visit,
}) => {
  test.setTimeout(180_000);
  const admin = await campus.person('admin');
  const [key, out] = [await campus.key(), await campus.key()];
  await giveKey(campus.guard, await campus.person('faculty'), out._id);
  await ageLoans(campus.db, out._id, 3);
  const page = await visit(admin, '/dashboard/admin');
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
  // Back leads to the page's own entry again once the form has its entry in the history back.
  const entries = () => page.evaluate(() => window.history.state?.overlays ?? 0);
  const keep = async (itsEntry: number) => {
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toHaveCount(0);
    await expect.poll(entries).toBe(itsEntry);
  };
  for (const each of forms) {
    await test.step(each.name, async () => {
      const at = each.at
        .replace('KEY', key.keyNumber)
        .replace('ID', key._id)
        .replace('OUT', out.keyNumber);
      // A dialog that closes takes its entry in the history back, which aborts a navigation of before.
      await expect(async () => void (await page.goto(`/dashboard/${at}`))).toPass();
      for (const name of each.open.slice(0, -1)) await press(page, name);
      const form = page.getByRole('dialog', { name: each.dialog, exact: true });
      const itsEntry = each.isSecond ? 2 : 1;
      const open = async () => {
        await press(page, each.open.at(-1) ?? '');
        await expect(form).toBeVisible();
        await expect.poll(entries).toBe(itsEntry);
        if (each.isMore) await showMoreFields(form);
      };
      await open();
      await page.keyboard.press('Escape');
      await expect(form, 'an untouched form closes').toHaveCount(0);
      await open();

      const field = form.getByLabel(each.field, { exact: true });
      await field.fill('half typed');
      await page.mouse.click(4, 4);
      await page.keyboard.press('Escape');
      await keep(itsEntry);
      await expect(field).toHaveValue('half typed');
      await page.goBack();
      await keep(itsEntry);
      await expect(field).toHaveValue('half typed');
      await page.goBack();
      await question.getByRole('button', { name: 'Discard' }).click();
      await expect(form).toHaveCount(0);
      await open();
      await expect(field).toHaveValue('');
    });
  }
});
