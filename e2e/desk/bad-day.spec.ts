import { api } from '@keydesk/shared/api';
import { minuteMs } from '@keydesk/shared/core/dates';
import { expect, type Locator, type Page } from '@playwright/test';
import { beginDuty, enrolComputer, type TestComputer } from '../../server/test/desk-computer.ts';
import { giveKey, loansOf } from '../../server/test/handovers.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { newPhone } from '../../server/test/visitors.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { fullChromium } from '../harness/chromium.ts';
import { chooseInDesk } from '../harness/menus.ts';
import { test, type Visit } from '../harness/test.ts';

// Only the whole browser shows PDF files.
test.use({
  serviceWorkers: 'allow',
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, executablePath: fullChromium }),
    { scope: 'worker' },
  ],
});

async function openComputer(visit: Visit, computer: TestComputer, url: string): Promise<Page> {
  const page = await visit(null, `${url}/login`);
  await page.context().addCookies([{ name: 'keydesk_desk', value: computer.secret, url }]);
  const read = page.waitForResponse('**/api/desk/outage-sheet/pdf');
  await page.goto(`${url}/dashboard/security/scanner`);
  await (await read).finished();
  return page;
}

/** So many minutes ago on the clock of the campus, in Asia/Kolkata, as a field holds it. */
function ago(minutes: number): string {
  return new Date(Date.now() + (330 - minutes) * minuteMs).toISOString().slice(0, 16);
}

test('a bad day at two computers: a relief, an outage, paper, a visitor and a known card', async ({
  campus,
  visit,
}) => {
  test.slow();
  const server = await campus.another();
  const first = await enrolComputer(campus);
  const second = await enrolComputer(campus, first.deskId, 'PC 2');
  const singh = await campus.person('security', { name: 'Ranjit Relieved' });
  const thomas = await campus.person('security', { name: 'Mary Morning' });
  const asha = await campus.person('faculty', { name: 'Asha Sponsor' });
  const [out, back, taken] = [await campus.key(), await campus.key(), await campus.key()];
  await giveKey(campus.guard, asha, taken._id);

  // 07:00. One guard logs out with a note, and the next reads it at the other computer.
  await beginDuty(first, singh);
  const window1 = await openComputer(visit, first, server.url);
  await window1.getByRole('button', { name: 'Logout' }).click();
  const ending = window1.getByRole('dialog', { name: 'End shift' });
  await ending.getByLabel('Note for the next shift').fill('The plumber has the roof key.');
  await ending.getByRole('button', { name: 'End shift' }).click();
  await expect(window1.getByRole('region', { name: 'No one is on duty' })).toBeVisible();
  await expect(ending).toHaveCount(0);
  await beginDuty(second, thomas);
  const window2 = await openComputer(visit, second, server.url);
  await window2.getByRole('button', { name: 'Note from Ranjit Relieved' }).click();
  const before = window2.getByRole('dialog', { name: 'From the previous shift' });
  await expect(before).toContainText('The plumber has the roof key.');
  await expect(before).toContainText('Ranjit Relieved');
  await before.getByRole('button', { name: 'Mark as read' }).click();
  await expect(before).toBeHidden();

  // 08:55. The server is gone, and the page is loaded again.
  await window2.waitForFunction(() => navigator.serviceWorker.controller);
  await window2.context().setOffline(true);
  const notConnected = window2.getByText(
    /^(You are offline|The server cannot be reached)\. Showing data from \d\d:\d\d\./,
  );
  await expect(notConnected).toBeVisible();
  await server.stop();
  await window2.context().setOffline(false);
  await window2.reload();
  await expect(notConnected).toBeVisible();
  const opening = window2.waitForEvent('popup');
  await window2.getByRole('button', { name: 'Outage sheet' }).click();
  const sheet = await opening;
  await expect.poll(() => sheet.frames().length).toBeGreaterThan(1);
  await sheet.close();
  await campus.another({ PORT: new URL(server.url).port });
  await expect(notConnected).toBeHidden();

  // The outage was longer on paper than in this test.
  const period = {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date().toISOString(),
  };
  await (await campus.person('admin')).get(api.openPaperPeriod, { body: period });

  // Afterwards three entries are made, and one of them is in conflict.
  await chooseInDesk(window2, 'Enter from paper');
  const paper = window2.getByRole('dialog', { name: 'Enter from paper' });
  const line = (number: number) => paper.getByRole('group', { name: `Entry ${number}` });
  const enter = async (group: Locator, key: string, person: TestClient, minutes: number) => {
    await group.getByLabel('Key').fill(key);
    await group.getByRole('searchbox').fill(person.user.email);
    await group.getByRole('button', { name: person.user.email }).click();
    await group.getByLabel('Out at').fill(ago(minutes));
  };
  const ravi = await campus.person('faculty', { name: 'Ravi Paper' });
  await enter(line(1), back.keyNumber, ravi, 50);
  await line(1).getByLabel('Back at').fill(ago(40));
  await paper.getByRole('button', { name: 'Add entry' }).click();
  await enter(line(2), taken.keyNumber, ravi, 30);
  await paper.getByRole('button', { name: 'Add entry' }).click();
  await enter(line(3), out.keyNumber, ravi, 20);
  await paper.getByRole('button', { name: 'Check' }).click();
  await expect(line(2)).toContainText(/Ravi Paper, .* overlaps .* Asha Sponsor/);
  await paper.getByRole('button', { name: 'Record 2 entries' }).click();
  await expect(line(1)).toContainText('overlaps the loan to Asha Sponsor');
  await paper.getByRole('button', { name: 'Close' }).click();
  expect(await loansOf(campus.db, out._id)).toMatchObject([
    { holderId: ravi.user.id, identifiedBy: 'paper', handedBy: thomas.user.id },
  ]);

  // 15:00. A contractor gets a key with one press of the sponsor on another phone.
  const phone = await visit(asha, '/dashboard/notifications', { device: 'phone' });
  await window2.getByRole('button', { name: 'Hand out without a code' }).click();
  const lending = window2.getByRole('dialog', { name: 'Hand out without a code' });
  await lending.getByRole('button', { name: 'Add visitor', exact: true }).click();
  const form = window2.getByRole('dialog', { name: 'Add visitor', exact: true });
  await form.getByRole('textbox', { name: 'Phone' }).fill(newPhone());
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ravi');
  await form.getByRole('textbox', { name: 'Company (optional)' }).fill('Voltas');
  await form.getByRole('combobox', { name: 'Sponsor' }).click();
  await window2.getByRole('combobox', { name: 'Search sponsor' }).fill('Asha Spons');
  await window2.getByRole('option', { name: /Asha Sponsor/ }).click();
  await form.getByRole('button', { name: 'Ask the sponsor' }).click();
  await expect(form).toBeHidden();
  const search = lending.getByRole('searchbox', { name: 'Key number or name' });
  await search.fill(back.keyNumber);
  await lending.getByRole('button', { name: back.keyNumber }).click();
  await expect(lending).toContainText('No answer from Asha Sponsor yet');
  await phone
    .getByRole('dialog', { name: /names you as sponsor/ })
    .getByRole('button', { name: 'Confirm' })
    .click();
  await expect(lending).toContainText('Asha Sponsor vouches for Ravi of Voltas.');
  await lending.getByRole('button', { name: 'Hand out', exact: true }).click();
  const done = window2.getByRole('dialog', { name: 'Handed out' });
  await expect(done).toContainText('Ravi of Voltas (visitor)');
  await expect(phone.getByRole('list', { name: 'Notifications' })).toContainText(
    `Visitor Ravi of Voltas has key ${back.keyNumber} on your behalf.`,
  );
  await done.getByRole('button', { name: 'Done' }).click();

  // A known card opens its person.
  const params = { id: asha.user.id };
  await campus.guard.get(api.addPersonCard, { params, body: { cardText: '8800112255' } });
  await scanCode(window2, '8800112255');
  const person = window2.getByRole('dialog', { name: 'Asha Sponsor' });
  await expect(person.getByRole('list', { name: 'Keys out' })).toContainText(taken.keyNumber);
  await person.getByRole('button', { name: 'OK' }).click();

  // Before the night what is out is printed.
  const download = window2.waitForEvent('download');
  await chooseInDesk(window2, 'Night list');
  expect((await download).suggestedFilename()).toMatch(/^night-list.*\.pdf$/);
});
