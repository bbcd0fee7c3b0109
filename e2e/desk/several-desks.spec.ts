import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { computerCookie } from '../../server/src/http/principal.ts';
import { dutyAt } from '../../server/test/desk-computer.ts';
import { giveKey, requestCode, returnCode } from '../../server/test/handovers.ts';
import { faultsOf } from '../accessibility/axe.ts';
import { expectToFit } from '../accessibility/overflows.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { chooseInDesk, chooseInMenu, deskLine } from '../harness/menus.ts';
import { blank, test, type Visit } from '../harness/test.ts';
import { collectAll, startTestApp, type TestApp } from '../harness/test-app.ts';

/** A campus of its own: a second desk changes what every screen shows. */
let own: TestApp;

test.beforeAll(async () => {
  own = await startTestApp();
  await own.db.query('UPDATE desks SET retired_at = now()');
});
test.afterAll(() => own.close());

const scanner = '/dashboard/security/scanner';
const hook = 'Cabinet 2, hook 14';

async function addDesk(page: Page, name: string, place: string): Promise<void> {
  await page.getByRole('button', { name: 'Add desk' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add desk' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Place').fill(place);
  await dialog.getByRole('button', { name: 'Add desk' }).click();
  await expect(dialog).toBeHidden();
}

/** A guard opens the desk's page in a browser that is not enrolled, and chooses its desk. */
async function openDesk(visit: Visit, name: string): Promise<Page> {
  const page = await visit(await own.person('security'), scanner);
  await chooseInDesk(page, name);
  await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  return page;
}

/** An enrolled computer of this desk, with a guard on duty. */
async function openComputer(visit: Visit, name: string): Promise<Page> {
  const { data } = await own.guard.get(api.listDesks);
  const { computer } = await dutyAt(own, data.desks.find((desk) => desk.name === name)?.id);
  const page = await visit(null, blank, { baseURL: own.url });
  const cookie = { name: computerCookie, value: computer.secret, url: own.url };
  await page.context().addCookies([cookie]);
  await page.goto(scanner);
  await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  return page;
}

function deskTab(page: Page, name: string) {
  return page
    .getByRole('navigation', { name: 'Desk' })
    .getByRole('link', { name: new RegExp(`\\b${name}`) });
}

async function expectUsable(page: Page, name: string): Promise<void> {
  expect.soft(await faultsOf(page), name).toEqual([]);
  const size = page.viewportSize();
  await expectToFit(page, name);
  if (size) await page.setViewportSize(size);
}

test('a key returned at the wrong desk frees its holder at once and comes home', async ({
  visit,
}) => {
  test.slow();
  const admin = await visit(await own.person('admin'), '/dashboard/admin/campus/desks');
  await addDesk(admin, 'Wombat Hall', 'Entrance hall');
  await addDesk(admin, 'Block Q', 'Ground floor');
  const desks = admin.getByRole('list', { name: 'Desks', exact: true }).getByRole('listitem');
  await expect(desks).toHaveText([/^Wombat Hall/, /^Block Q/]);
  await chooseInMenu(admin, 'Block Q', 'Move up');
  await expect(desks).toHaveText([/^Block Q/, /^Wombat Hall/]);
  await expectUsable(admin, 'the desks of the campus');

  const key = await own.key({ keyNumber: 'WD-204', keyName: 'Wombat Lab' });
  await admin.goto('/dashboard/admin/keys?q=WD-204');
  await admin.getByPlaceholder('Search keys...').fill('WD-204');
  await admin.getByRole('button', { name: 'Edit WD-204' }).click();
  const form = admin.getByRole('dialog', { name: 'Edit key WD-204' });
  await form.getByLabel('Desk').selectOption('Block Q');
  await form.getByLabel('Hook').fill('Cabinet 2 · 14');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toBeHidden();

  const [main, block] = [
    await openComputer(visit, 'Wombat Hall'),
    await openDesk(visit, 'Block Q'),
  ];
  await block.reload();
  await expect(deskLine(block)).toHaveText('Block Q');
  const holder = await own.person();
  await expect(block.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  await scanCode(block, (await requestCode(holder, key._id)).qrText);
  const handedOver = block.getByRole('dialog', { name: 'Handed out' });
  await expect(handedOver).toContainText(hook);
  await handedOver.getByRole('button', { name: 'Done' }).click();

  const phone = await visit(holder, '/dashboard/faculty/taken', { device: 'phone' });
  await expect(phone.getByRole('article')).toContainText('WD-204');
  await scanCode(main, (await returnCode(holder, key._id)).qrText);
  const confirm = main.getByRole('dialog', { name: 'Confirm Return' });
  await confirm.getByRole('button', { name: 'Confirm Return' }).click();
  const returned = main.getByRole('dialog', { name: 'Returned', exact: true });
  await expect(returned).toContainText(`Belongs atBlock Q · ${hook}`);
  await expect(returned).toContainText('Set it aside for Block Q.');
  await expect(returned).toContainText('returned successfully');
  await returned.getByRole('button', { name: 'Done' }).click();
  await expect(phone.getByText('No keys taken')).toBeVisible();

  const away = 'WD-204 is at Wombat Hall, belongs at Block Q';
  for (const page of [main, block]) await expect(page.getByText(away)).toBeVisible();
  await expect(main.getByRole('button', { name: 'Back at its desk: WD-204' })).toHaveCount(0);
  await expectUsable(block, 'the desk with a key that is away');
  await deskTab(main, 'Available').click();
  await main.getByPlaceholder('Search keys...').fill('WD-204');
  const found = main.getByRole('list', { name: 'Search Results' }).getByRole('listitem');
  await expect(found).toContainText('At Wombat Hall, belongs at Block Q');

  await block.getByRole('button', { name: 'Back at its desk: WD-204' }).click();
  await expect(block.getByText('Key WD-204 is back at its desk')).toBeVisible();
  for (const page of [main, block]) await expect(page.getByText(away)).toBeHidden();
  await expect(main.getByText('This key is at Block Q.')).toBeVisible();
  await expect(found).toContainText(`Block Q · ${hook}`);
  await chooseInDesk(main, 'All desks');
  await expect(main.getByText('This key is at Block Q.')).toBeHidden();
  await expect(found).toContainText(`Block Q · ${hook}`);
  await main.goto(scanner);
  await expect(deskLine(main)).toContainText('All desks');
  await chooseInDesk(main, 'This desk');
  await expect(main.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  await requestCode(holder, key._id);
  const waiting = main.getByRole('list', { name: 'Waiting' });
  await expect(waiting).toContainText('WD-204');
  await expect(waiting).toContainText(`Block Q · ${hook}`);
  await main.getByRole('button', { name: 'Hand out without a code' }).click();
  const lend = main.getByRole('dialog', { name: 'Hand out without a code' });
  await lend.getByRole('searchbox').fill(holder.user.name);
  await lend.getByRole('button', { name: holder.user.name }).first().click();
  await lend.getByRole('searchbox', { name: 'Key number or name' }).fill('WD-204');
  await expect(lend).toContainText('WD-204 Wombat Lab: at Block Q');
  await lend.getByRole('button', { name: 'Choose WD-204' }).click();
  await lend.getByRole('button', { name: 'Hand out' }).click();
  await expect(lend).toContainText('Key WD-204 is at Block Q.');
  await expect(lend.getByRole('button', { name: 'Hand out' })).toBeHidden();
  await lend.getByRole('button', { name: 'It is here' }).click();
  const lent = main.getByRole('dialog', { name: 'Handed out' });
  await expect(lent).toContainText('It was recorded at Block Q.');
  await lent.getByRole('button', { name: 'Done' }).click();
  await own.guard.get(api.collectKey, { params: { id: key._id } });

  // A browser that is not enrolled, where someone chooses another desk.
  await chooseInDesk(block, 'Wombat Hall');
  const { qrText } = await requestCode(holder, key._id);
  await scanCode(block, qrText);
  const elsewhere = block.getByRole('dialog', { name: 'At another desk' });
  await expect(elsewhere).toContainText('Key WD-204 is at Block Q.');
  await expectUsable(block, 'a key of another desk');
  await elsewhere.getByRole('button', { name: 'OK' }).click();
  await expect(elsewhere).toBeHidden();
  await scanCode(block, qrText);
  await elsewhere.getByRole('button', { name: 'It is here' }).click();
  await expect(handedOver).toContainText('It was recorded at Block Q.');
  await handedOver.getByRole('button', { name: 'Done' }).click();
  await own.guard.get(api.collectKey, { params: { id: key._id } });
  await chooseInDesk(block, 'Block Q');

  await chooseInDesk(main, 'End shift');
  const ending = main.getByRole('dialog', { name: 'End shift' });
  await expect(ending.getByRole('list', { name: 'The desk now' })).toContainText('keys out');
  await ending.getByRole('button', { name: 'Cancel' }).click();
  // Once no key is out, nothing is asked.
  await collectAll(own);
  await chooseInDesk(main, 'End shift');
  await expect(main.getByText('Shift ended', { exact: true })).toBeVisible();

  await deskTab(block, 'Available').click();
  await chooseInDesk(block, 'All desks');
  await block.getByPlaceholder('Search keys...').fill('WD-204');
  await admin.goto('/dashboard/admin/campus/desks');
  await chooseInMenu(admin, 'Wombat Hall', 'Retire');
  await admin.getByRole('dialog').getByRole('button', { name: 'Retire' }).click();
  await expect(main).toHaveURL('/login');
  await expect(deskLine(block)).toHaveText('Block Q');
  const left = block.getByRole('list', { name: 'Search Results' }).getByRole('listitem');
  await expect(left).toContainText(hook);
  await expect(left).not.toContainText('Block Q');
});

test('a search of this desk says at which desk the keys of others are', async ({ visit }) => {
  await own.desk('Main Desk');
  const deskId = await own.desk('North Desk');
  const key = await own.key({ keyNumber: 'NORTH-7', deskId, department: 'CSE' });
  const holder = await own.person('faculty', { name: 'Chaya North' });
  const page = await visit(await own.person('security'), '/dashboard/security/available');
  await chooseInDesk(page, 'Main Desk');
  const search = page.getByPlaceholder('Search keys...');
  await search.fill('NORTH-7');
  await expect(page.getByText('This key is at North Desk.')).toBeVisible();
  await giveKey(own.guard, holder, key._id);
  const isOut = page.getByText('This key is with Chaya North.');
  await expect(isOut).toBeVisible();
  await page.goto('/dashboard/security/available?department=CSE&q=NORTH-7');
  await expect(page.getByRole('heading', { name: 'Computer Science' })).toBeVisible();
  await expect(isOut).toBeVisible();
});
