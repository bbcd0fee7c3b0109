import { api } from '@keydesk/shared/api';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { expect } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { lent } from '../../server/test/lending.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { test } from '../harness/test.ts';

test('a cabinet is counted with the USB scanner: one key is missing, one is on its hook although it is out', async ({
  campus,
  visit,
}) => {
  const cabinet = 'Count Cabinet';
  const key = (hook: number) => campus.key({ hook: `${cabinet} · ${hook}` });
  const [here, gone, out] = [await key(1), await key(2), await key(3)];
  await giveKey(campus.guard, await campus.person(), out._id);
  const page = await visit(await campus.person('security'), '/dashboard/count');
  await page.getByRole('button', { name: `Start: ${cabinet}` }).click();
  await expect(page.getByRole('heading', { name: cabinet })).toBeVisible();
  await expect(page.getByText('0 keys scanned')).toBeVisible();

  await scanCode(page, formatKeyTag(here._id));
  await expect(page.getByText('1 key scanned')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: here.keyNumber })).toBeVisible();
  await scanCode(page, formatKeyTag('0'.repeat(24)));
  await expect(page.getByText('This tag matches no key.')).toBeVisible();
  await page.getByLabel('Key number, if its tag cannot be read').fill(out.keyNumber.toLowerCase());
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('2 keys scanned')).toBeVisible();

  await page.getByRole('button', { name: 'Finish' }).click();
  const missing = page.getByRole('region', { name: 'Not seen (1)' });
  await expect(missing).toContainText(gone.keyNumber);
  await missing.getByRole('button', { name: `Report as Missing: ${gone.keyNumber}` }).click();
  await expect(missing).toContainText('Missing');
  await expect(missing.getByRole('button', { name: /^Report as Missing/ })).toHaveCount(0);
  const unexpected = page.getByRole('region', { name: 'Found here unexpectedly (1)' });
  await unexpected.getByRole('button', { name: `Collect ${out.keyNumber}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Collect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(unexpected).toContainText('Available');
  await expect(page.getByText('1 tag matches no key. Replace it.')).toBeVisible();

  await page.getByRole('link', { name: 'All counts' }).click();
  await expect(
    page.getByText('1 not seen, 1 found here unexpectedly, 1 unknown tag'),
  ).toBeVisible();
});

test('an open result names a key at once that an undone hand-out had excused', async ({
  campus,
  visit,
}) => {
  const cabinet = 'Excused Cabinet';
  const [here, gone] = [
    await campus.key({ hook: `${cabinet} · 1` }),
    await campus.key({ hook: `${cabinet} · 2` }),
  ];
  const { guard } = campus;
  const loanId = await lent(guard, await campus.person(), gone._id);
  const { id } = (
    await guard.get(api.beginCount, { body: { scope: { kind: 'cabinet', cabinet } } })
  ).data.count;
  await guard.get(api.scanForCount, {
    params: { id },
    body: { tags: [formatKeyTag(here._id)] },
  });
  await guard.get(api.closeCount, { params: { id } });
  const page = await visit(await campus.person('security'), `/dashboard/count/${id}`);
  await expect(page.getByText('1 key counted. All are in place.')).toBeVisible();
  await guard.get(api.undoHandover, {
    params: { id: loanId },
    body: { reason: 'mistake', handover: 'hand-out' },
  });
  const missing = page.getByRole('region', { name: 'Not seen (1)' });
  await expect(missing).toContainText(gone.keyNumber);
});

test('what is scanned while the server is away is kept, also over a reload, and sent once it is back', async ({
  campus,
  visit,
}) => {
  const cabinet = 'Offline Cabinet';
  const keys = [];
  for (let hook = 1; hook <= 3; hook += 1)
    keys.push(await campus.key({ hook: `${cabinet} · ${hook}` }));
  const guard = await campus.person('security');
  const { data } = await guard.get(api.beginCount, {
    body: { scope: { kind: 'cabinet', cabinet } },
  });
  const page = await visit(guard, `/dashboard/count/${data.count.id}`);
  await expect(page.getByText('0 keys scanned')).toBeVisible();
  await page.route('**/api/desk/counts/*/scans', (route) => route.abort());
  for (const [index, { _id }] of keys.entries()) {
    await scanCode(page, formatKeyTag(_id));
    await expect(
      page.getByText(new RegExp(`^${index + 1} scans? saved in this browser`)),
    ).toBeVisible();
  }
  await page.unroute('**/api/desk/counts/*/scans');
  await page.reload();
  await expect(page.getByText('3 keys scanned')).toBeVisible();
  await expect(page.getByText(/saved in this browser/)).toBeHidden();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('All are in place.')).toBeVisible();
});

test('twenty tags are counted with the camera: the one stolen and the one on a wrong hook are found', async ({
  campus,
  camera,
}) => {
  const cabinet = 'Camera Cabinet';
  const keys = [];
  for (let hook = 1; hook <= 20; hook += 1)
    keys.push(await campus.key({ hook: `${cabinet} · ${hook}` }));
  const [stolen, ...hanging] = keys;
  const strange = await campus.key({ hook: 'Other Cabinet · 1' });
  const guard = await campus.person('security');
  const { data } = await guard.get(api.beginCount, {
    body: { scope: { kind: 'cabinet', cabinet } },
  });
  const page = await camera.visit(guard, `/dashboard/count/${data.count.id}`);
  await page.getByRole('button', { name: 'Use the camera' }).click();
  const overlay = page.getByRole('dialog', { name: 'Scan QR code' });
  for (const key of [...hanging, strange]) {
    camera.show(formatKeyTag(key._id));
    await expect(overlay).toContainText(`last ${key.keyNumber}`);
  }
  await expect(overlay).toContainText('20 keys scanned');
  await overlay.getByRole('button', { name: 'Go Back' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('region', { name: 'Not seen (1)' })).toContainText(
    stolen?.keyNumber ?? '',
  );
  await expect(page.getByRole('region', { name: 'Belongs elsewhere (1)' })).toContainText(
    strange.keyNumber,
  );
  await expect(page.getByText(/unknown|matches no key/i)).toHaveCount(0);
});

test('two guards count one cabinet on two screens, and what they did not see is green nowhere', async ({
  campus,
  visit,
}) => {
  const cabinet = 'Shared Cabinet';
  const keys = [];
  for (let hook = 1; hook <= 4; hook += 1)
    keys.push(await campus.key({ hook: `${cabinet} · ${hook}`, department: 'MECH' }));
  const [one, two, three, four] = keys as [(typeof keys)[0], ...typeof keys] & {
    length: 4;
  };
  const ramesh = await campus.person('security', { name: 'Ramesh Gurung' });
  const first = await visit(ramesh, '/dashboard/count');
  await first.getByRole('button', { name: `Start: ${cabinet}` }).click();
  await expect(first.getByText('0 keys scanned')).toBeVisible();

  const second = await visit(await campus.person('security'), '/dashboard/count');
  await expect(second.getByText(/^Ramesh Gurung has been counting this since/)).toBeVisible();
  await second.getByRole('button', { name: `Join: ${cabinet}` }).click();
  await expect(second).toHaveURL(first.url());

  // A count without scans cannot be finished, and a wrong scan can be removed.
  const finish = first.getByRole('button', { name: 'Finish' });
  await expect(finish).toHaveCount(0);
  await scanCode(first, formatKeyTag(one._id));
  await expect(finish).toBeVisible();
  await scanCode(first, formatKeyTag(three?._id ?? ''));
  await first.getByRole('button', { name: `Remove ${three?.keyNumber}` }).click();
  await expect(first.getByText('1 key scanned')).toBeVisible();
  await expect(first.getByRole('status').filter({ hasText: three?.keyNumber ?? '' })).toHaveCount(
    0,
  );

  // The other guard sees it, and ticks a hook by hand.
  const hook = (number = '') => second.getByRole('checkbox', { name: new RegExp(number) });
  await expect(hook(one.keyNumber)).toBeChecked();
  await hook(two?.keyNumber).check();
  await expect(second.getByText('2 keys scanned')).toBeVisible();

  const asha = await visit(await campus.person('faculty'), '/dashboard/faculty/keylist');
  const desk = await visit(await campus.person('security'), '/dashboard/security/available');
  for (const page of [asha, desk]) {
    await page
      .getByPlaceholder(/search/i)
      .first()
      .fill(three?.keyNumber ?? '');
    const row = page.getByRole('listitem').filter({ hasText: three?.keyNumber ?? '' });
    await expect(row).toBeVisible();
    await expect(row.getByText(/^Not seen since/)).toHaveCount(0);
  }
  await expect(first.getByText('2 keys scanned')).toBeVisible();
  const seenHere = first.getByRole('checkbox', { name: new RegExp(two?.keyNumber ?? '') });
  await expect(seenHere).toBeChecked();
  await second.getByRole('button', { name: 'Finish' }).click();
  await expect(
    second.getByText('2 keys counted, 1 of them by hand. Some differ from the record.'),
  ).toBeVisible();
  await expect(
    first.getByText('2 keys counted, 1 of them by hand. Some differ from the record.'),
  ).toBeVisible();
  const unseen = second.getByRole('region', { name: 'Not seen (2)' });
  await expect(unseen).toContainText(three?.keyNumber ?? '');
  await expect(unseen).toContainText(four?.keyNumber ?? '');
  for (const page of [asha, desk]) await expect(page.getByText(/^Not seen since/)).toBeVisible();

  await unseen.getByRole('button', { name: 'Report all' }).click();
  await expect(second.getByText('2 keys reported missing')).toBeVisible();
  for (const page of [asha, desk]) await expect(page.getByText(/^Not seen since/)).toHaveCount(0);
});
