import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { giveKey, requestCode, returnCode } from '../../server/test/handovers.ts';
import { faultsOf } from '../accessibility/axe.ts';
import { test } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

const scanner = '/dashboard/security/scanner';
const [left, right] = [
  { left: 60, top: 160 },
  { left: 780, top: 160 },
];
const size = 420;

function startScanning(page: Page) {
  return page.getByRole('button', { name: 'Start Scanning' }).click();
}

function choice(page: Page) {
  return page.getByRole('dialog', { name: 'Which code?' });
}

/** Two people with a request code each. */
async function twoRequests(campus: TestApp) {
  const [one, other] = [await campus.person(), await campus.person()];
  const keys = [
    await campus.key({ keyName: 'Dugong Lab' }),
    await campus.key({ keyName: 'Narwhal Lab' }),
  ] as const;
  const codes = [
    await requestCode(one, keys[0]._id),
    await requestCode(other, keys[1]._id),
  ] as const;
  return {
    people: [one, other] as const,
    keys,
    texts: [codes[0].qrText, codes[1].qrText] as const,
  };
}

test.describe('several codes before the camera', () => {
  test('two valid codes are offered, and the chosen one alone is handed out', async ({
    campus,
    camera,
  }) => {
    const { people, keys, texts } = await twoRequests(campus);
    const page = await camera.visit(await campus.person('security'), scanner);
    camera.show(texts[0], { size, place: left, beside: [{ text: texts[1], size, place: right }] });
    await startScanning(page);
    const options = choice(page).getByRole('listitem');
    await expect(options).toHaveCount(2);
    await expect(options.first()).toContainText('Left · Request');
    await expect(options.first()).toContainText(keys[0].keyNumber);
    await expect(options.first()).toContainText('Dugong Lab');
    await expect(options.first()).toContainText(people[0].user.name);
    await expect(options.last()).toContainText('Right · Request');
    await expect(options.last()).toContainText(keys[1].keyNumber);
    expect(await faultsOf(page, { part: '[role=dialog]' })).toEqual([]);
    await page.keyboard.press('2');
    await expect(page.getByRole('dialog', { name: 'Handed out' })).toContainText(keys[1].keyNumber);
    await expect(choice(page)).toBeHidden();
    const { data } = await people[0].get(api.myTakenKeys);
    expect(data.keys).toEqual([]);
  });

  test('a used code beside a valid one needs no choice', async ({ campus, camera }) => {
    const { keys, texts } = await twoRequests(campus);
    await campus.guard.get(api.scanRequest, { body: { qrData: texts[0] } });
    const page = await camera.visit(await campus.person('security'), scanner);
    camera.show(texts[0], { size, place: left, beside: [{ text: texts[1], size, place: right }] });
    await startScanning(page);
    await expect(page.getByRole('dialog', { name: 'Handed out' })).toContainText(keys[1].keyNumber);
  });

  test('a choice that is cancelled changes nothing', async ({ campus, camera }) => {
    const [holder, other] = [await campus.person(), await campus.person()];
    const [out, wanted] = [await campus.key(), await campus.key()];
    await giveKey(campus.guard, holder, out._id);
    const back = (await returnCode(holder, out._id)).qrText;
    const request = (await requestCode(other, wanted._id)).qrText;
    const page = await camera.visit(await campus.person('security'), scanner);
    camera.show(back, { size, place: right, beside: [{ text: request, size, place: left }] });
    await startScanning(page);
    await expect(choice(page)).toContainText('Right · Return');
    await choice(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(choice(page)).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Scan QR code' }).getByRole('status')).toHaveText(
      'Scanning',
    );
    camera.show(null);
    expect((await holder.get(api.myTakenKeys)).data.keys.map(({ _id }) => _id)).toEqual([out._id]);
    expect((await other.get(api.myTakenKeys)).data.keys).toEqual([]);
  });
});
