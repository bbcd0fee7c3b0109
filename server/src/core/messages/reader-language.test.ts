import { api } from '@keydesk/shared/api';
import { afterAll, expect, test } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { addMarkedLanguage, markedLanguage } from '../../../test/marked-language.ts';
import { campusPerTest } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { currentMessages } from '../../app/current-messages.ts';
import { transact } from '../../db/client.ts';
import { inLanguage } from '../../http/language.ts';
import { composeMail } from './mail.ts';
import { notify } from './notify.ts';

const campus = campusPerTest();
const guard = campus.resident('security');
afterAll(addMarkedLanguage({ open: '«', close: '»' }));
const language = markedLanguage;
const theirs = /«.*»/;

async function listed(who: TestClient, headers = {}) {
  return (await who.get(api.listNotifications, { headers })).data.notifications;
}

test('a message is read, shown live and sent in the language of its reader', async () => {
  const asha = await campus.person('faculty', { language });
  const [page, key] = [await openPage(asha), await campus.key()];
  await giveKey(guard, asha, key.id);
  const [message] = await listed(asha);
  expect(message).toMatchObject({ title: expect.stringMatching(theirs) });
  await page.caughtUp();
  const [live] = page.received('notification');
  expect(live).toMatchObject({ title: message?.title, message: message?.message });
  const id = message?._id ?? '';
  const sent = (await currentMessages(campus.db)([id], new Date())).get(id);
  expect(sent).toMatchObject({ title: message?.title, message: message?.message, language });
});

test('who chose none reads it in the language of the request, and is sent English', async () => {
  const ravi = await campus.person();
  await giveKey(guard, ravi, (await campus.key()).id);
  const [english] = await listed(ravi);
  const [other] = await listed(ravi, { 'accept-language': language });
  expect([english?.title, other?.title]).toEqual([
    expect.not.stringMatching(theirs),
    expect.stringMatching(theirs),
  ]);
  const id = english?._id ?? '';
  const sent = (await currentMessages(campus.db)([id], new Date())).get(id);
  expect(sent).toMatchObject({ message: english?.message, language: 'en' });
});

test('a bundle is in the language of its reader, too', async () => {
  const asha = await campus.person('faculty', { language });
  const notice = {
    userId: asha.user.id,
    template: 'key-taken',
    facts: { keyNumber: 'K-1', keyName: 'Lab' },
  } as const;
  for (let count = 0; count < 30; count += 1) {
    const deliveries = await transact(campus.db, (tx) => notify(tx, [notice]));
    for (const { notification } of deliveries) expect(notification.title).toMatch(theirs);
  }
  const bundled = (await asha.get(api.listNotifications, { query: { bundle: 'none' } })).data;
  const bundle = bundled.notifications.find(({ template }) => template === 'more-messages');
  expect(bundle?.message.replace(/«[^»]*»/g, '')).not.toMatch(/\p{L}{5}/u);
});

test('a mail says its language and direction, also where only its body is kept', () => {
  const content = { title: 'T', message: 'M', link: null };
  const about = { publicUrl: 'https://keys.test', productName: 'Keydesk' };
  const { html } = inLanguage('ur', () => composeMail(content, about));
  expect(html).toContain('<html lang="ur" dir="rtl">');
  expect(html).toContain('<div lang="ur" dir="rtl"');
  expect(html).toContain('<a dir="ltr" href="https://keys.test/dashboard/profile"');
});

test('no line of a mail breaks within the number of a key', () => {
  const content = { title: 'T', message: 'Key CSE-307 (A & B) is back.', link: null };
  const about = { publicUrl: 'https://keys.test', productName: 'Keydesk' };
  expect(composeMail(content, about).html).toContain(
    'Key <span style="white-space:nowrap">CSE-307</span> (A &amp; B) is back.',
  );
});
