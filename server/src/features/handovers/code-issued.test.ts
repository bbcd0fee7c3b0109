import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { requestCode } from '../../../test/handovers.ts';
import { closePages, openPage } from '../../../test/live-page.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let campus: TestApp;

beforeAll(async () => {
  campus = await startTestApp();
});
afterEach(closePages);
afterAll(() => campus.close());

test('the desk, and nobody else, is told who was issued a code', async () => {
  const [asha, ravi] = [await campus.person(), await campus.person()];
  const guard = await campus.person('security');
  const key = await campus.key();
  const [own, other, desk] = await Promise.all([asha, ravi, guard].map((who) => openPage(who)));
  const { expiresAt } = await requestCode(asha, key.id);
  await Promise.all([own, other, desk].map((page) => page?.caughtUp()));
  expect(desk?.received('code-issued')).toEqual([
    {
      type: 'key-request',
      userId: asha.user.id,
      personName: asha.user.name,
      keyIds: [key.id],
      expiresAt,
    },
  ]);
  for (const page of [own, other]) expect(page?.received('code-issued')).toEqual([]);
});
