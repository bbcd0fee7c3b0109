import { expect } from '@playwright/test';
import { test } from '../harness/test.ts';
import { callByScript, sendForms } from './attacks.ts';
import { startForeignSite } from './foreign-site.ts';

test('pages of five other origins read nothing and change nothing of who is signed in', async ({
  campus,
  visit,
}) => {
  const site = await startForeignSite();
  const page = await visit(null, '/api/auth/google?login_hint=asha.rao@campus.test');
  await expect(page).toHaveURL(/dashboard/);
  const whoIsSignedIn = async () =>
    page.evaluate(async () => {
      const answer = await fetch('/api/auth/check-auth');
      const { user } = (await answer.json()) as { user?: { name: string } };
      return { status: answer.status, name: user?.name };
    });
  const before = await whoIsSignedIn();
  expect(before).toEqual({ status: 200, name: 'Asha Rao' });

  for (const [where, address] of Object.entries(site.addresses))
    await test.step(where, async () => {
      const strange = await page.context().newPage();
      await strange.goto(address);
      const frame = strange.frames().at(-1) ?? strange.mainFrame();
      const outcomes = await callByScript(frame, campus.url);
      for (const { how, outcome } of outcomes)
        expect(how.includes('no-cors') ? ['opaque', 'refused'] : ['refused'], how).toContain(
          outcome,
        );
      expect(await sendForms(frame, campus.url)).toEqual([403, 403, 403]);
      expect(await whoIsSignedIn()).toEqual(before);
      await strange.close();
    });
  await site.close();
});

test('the product does not let itself be shown in a frame of another site', async ({
  campus,
  page,
}) => {
  const site = await startForeignSite();
  await page.goto(site.addresses['another host'] ?? '');
  const blocked = page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'));
  await page.evaluate((product) => {
    const shown = document.createElement('iframe');
    shown.src = `${product}/login`;
    document.body.append(shown);
  }, campus.url);
  await blocked;
  await expect(page.frameLocator('iframe').getByText('Keydesk')).toHaveCount(0);
  await site.close();
});
