import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { giveKey, returnCode } from '../../server/test/handovers.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { deviceLink, type Link, serverLink } from '../harness/network.ts';
import { test } from '../harness/test.ts';

test.use({ serviceWorkers: 'allow' });

function taken(page: Page) {
  return page.getByRole('article').getByRole('heading');
}

test('a page whose server was started anew shows what happened meanwhile, and what happens next', async ({
  campus,
  visit,
}) => {
  test.slow();
  const holder = await campus.person();
  const [first, second] = [await campus.key(), await campus.key()];
  const before = await campus.another();
  const page = await visit(holder.at(before), '/dashboard/faculty/taken');
  await expect(page.getByText('No keys taken')).toBeVisible();

  await before.stop();
  await giveKey(campus.guard, holder, first._id);
  await campus.another({ PORT: new URL(before.url).port });
  // A page that keeps trying waits longer each time.
  await expect(taken(page)).toHaveText([first.keyNumber], { timeout: 40_000 });
  await giveKey(campus.guard, holder, second._id);
  await expect(taken(page)).toHaveText([second.keyNumber, first.keyNumber]);
});

/** What happened while a page was cut off shows this soon after its return, in milliseconds. */
const soon = 5_000;

const cuts: { cut: string; says: string; linkOf: (page: Page) => Promise<Link> | Link }[] = [
  { cut: 'its device has no network', says: 'You are offline.', linkOf: deviceLink },
  {
    cut: 'nothing reaches the server',
    says: 'The server cannot be reached.',
    linkOf: serverLink,
  },
];

for (const { cut, says, linkOf } of cuts)
  test(`twenty handovers made while ${cut} show within five seconds of the return`, async ({
    campus,
    visit,
  }) => {
    test.slow();
    const holder = await campus.person();
    const keys = await Promise.all(Array.from({ length: 20 }, () => campus.key()));
    const [before, after] = [keys.slice(0, 10), keys.slice(10)];
    const newestFirst = (part: typeof keys) => part.map(({ keyNumber }) => keyNumber).reverse();
    for (const { _id } of before) await giveKey(campus.guard, holder, _id);
    const page = await visit(holder, '/dashboard/faculty/taken');
    const link = await linkOf(page);
    await expect(taken(page)).toHaveText(newestFirst(before));

    await link.cut();
    await expect(page.getByText(says)).toBeVisible();
    for (const { _id } of before) await campus.guard.get(api.collectKey, { params: { id: _id } });
    for (const { _id } of after) await giveKey(campus.guard, holder, _id);
    await expect(taken(page)).toHaveText(newestFirst(before));
    await link.mend();
    await expect(taken(page)).toHaveText(newestFirst(after), { timeout: soon });
    await expect(page.getByText(says)).toBeHidden();

    await campus.guard.get(api.collectKey, { params: { id: after[0]?._id ?? '' } });
    await expect(taken(page)).toHaveText(newestFirst(after.slice(1)));
  });

for (const opened of ['Collect key', 'Confirm Return'] as const)
  test(`an open ${opened} says that its key came back while the network was gone`, async ({
    campus,
    visit,
  }) => {
    const [holder, key] = [await campus.person(), await campus.key()];
    await giveKey(campus.guard, holder, key._id);
    const { qrText } = await returnCode(holder, key._id);
    const page = await visit(await campus.person('security'), '/dashboard/security/scanner');
    const link = deviceLink(page);
    if (opened === 'Confirm Return') {
      await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
      await scanCode(page, qrText);
    } else {
      await page.goto(`/dashboard/security/unavailable?q=${key.keyNumber}`);
      await page.getByRole('button', { name: `Collect ${key.keyNumber}` }).click();
    }
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(opened);
    await link.cut();
    await campus.guard.get(api.collectKey, { params: { id: key._id } });
    await link.mend();
    await expect(dialog).toContainText(/already back|already at the desk/, { timeout: soon });
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(dialog).toBeHidden();
  });
