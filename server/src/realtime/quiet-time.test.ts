import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { giveKey } from '../../test/handovers.ts';
import { closePages, type LivePage, openPage } from '../../test/live-page.ts';
import { patience } from '../../test/patience.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let campus: TestApp;

beforeAll(async () => {
  campus = await startTestApp();
});
afterEach(closePages);
afterAll(() => campus.close());

/** For how long nobody was told anything, as a page hears that joins now. */
function quietMs({ socket }: LivePage): Promise<number> {
  return new Promise((resolve) => {
    socket.emit('join-keys-room', (_, ms) => resolve(ms));
  });
}

test('who joins hears for how long no page of the process was told of a change', async () => {
  const [guard, asha, ravi] = [
    await campus.person('security'),
    await campus.person(),
    await campus.person(),
  ];
  const key = await campus.key();
  const page = await openPage(ravi);
  const before = performance.now();
  expect(await quietMs(page)).toBeGreaterThan(0);
  await giveKey(guard, asha, key.id);
  const told = await quietMs(page);
  expect(told).toBeLessThan(performance.now() - before);
  expect(await quietMs(page)).toBeGreaterThanOrEqual(told);
});

test('what another process tells counts as well', async () => {
  const [guard, asha, ravi] = [
    await campus.person('security'),
    await campus.person(),
    await campus.person(),
  ];
  const page = await openPage(ravi.at(await campus.another()));
  const key = await campus.key();
  const before = performance.now();
  await giveKey(guard, asha, key.id);
  await expect
    .poll(async () => (await quietMs(page)) < performance.now() - before, patience)
    .toBe(true);
});
