import { api } from '@keydesk/shared/api';
import { expect, test, vi } from 'vitest';
import { batchCode, giveKey } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { TestClient } from '../../../test/test-client.ts';
import { waitOptions } from '../../../test/wait-options.ts';
import { openSession } from '../../features/session/sessions.ts';

const campus = testCampus();
const second = campus.secondProcess();
const guard = campus.resident('security');
const asha = campus.resident();

test('a handover at one process is told to the pages of both', async () => {
  const pages = [await openPage(asha), await openPage(asha.at(second))];
  const desk = await openPage(guard.at(second));
  const key = await giveKey(guard, asha, (await campus.key()).id);
  const reduced = { ...key, takenBy: { userId: asha.user.id, name: asha.user.name } };
  await vi.waitFor(() => {
    for (const page of pages) {
      expect(page.received('key-updated')).toMatchObject([{ action: 'qr-request', key: reduced }]);
      expect(page.received('user-key-updated')).toHaveLength(1);
      expect(page.received('notification')).toHaveLength(1);
      expect(page.received('notification-count-update')).toHaveLength(1);
    }
    expect(desk.received('key-updated')).toMatchObject([{ key }]);
  }, waitOptions);
  for (const page of [...pages, desk]) await page.caughtUp();
  expect(pages[1]?.received('key-updated')[0]?.key.takenBy).toEqual(reduced.takenBy);
  expect(pages[1]?.received('key-updated')).toHaveLength(1);
  expect(desk.received('notification')).toEqual([]);
});

test('a long batch return reaches the other process whole', async () => {
  const holder = await campus.person();
  const keyIds: string[] = [];
  const page = await openPage(holder.at(second));
  const isTold = (messages: number) =>
    vi.waitFor(() => {
      const received = page.received('key-updated').map(({ key }) => key._id);
      expect(received.sort()).toEqual([...keyIds].sort());
      expect(page.received('notification')).toHaveLength(messages);
    }, waitOptions);
  for (let count = 0; count < 60; count += 1) {
    const { id } = await campus.key();
    await giveKey(guard, holder, id);
    keyIds.push(id);
  }
  // Ten one by one, then a bundle, which takes all that follow.
  await isTold(11);
  page.events.length = 0;
  const { qrText } = await batchCode(holder, keyIds);
  await guard.get(api.batchReturn, { body: { qrData: qrText } });
  // One message names them all, outside the bundle.
  await isTold(1);
});

test('signing out ends the live connections of that session, in every process', async () => {
  const phone = await campus.person();
  const laptop = new TestClient(
    campus.url,
    phone.user,
    await openSession(campus.db, phone.user.id),
  );
  const pages = [await openPage(phone), await openPage(phone.at(second))];
  const other = [await openPage(laptop), await openPage(laptop.at(second))];
  await phone.at(second).get(api.logout);
  for (const page of pages) expect(await page.ended).toBe('io server disconnect');
  for (const page of other) {
    await page.caughtUp();
    expect(page.socket.connected).toBe(true);
  }
});
