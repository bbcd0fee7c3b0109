import { api } from '@keydesk/shared/api';
import { formatTagAddress, parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { beforeEach, expect, test } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { send } from '../../../test/test-client.ts';

const campus = testCampus();
const guard = campus.resident('security');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });

let keyId: string;
let keyNumber: string;
let tag: string;
beforeEach(async () => {
  ({ id: keyId, keyNumber } = await campus.key());
  tag = await tagOf(keyId);
  // Each test is another network's first hour.
  await campus.db.query('DELETE FROM request_counts');
});

async function tagOf(id: string): Promise<string> {
  const { rows } = await campus.db.query<{ tag: string }>('SELECT tag FROM keys WHERE id = $1', [
    id,
  ]);
  return rows[0]?.tag ?? '';
}

const unknown = 'A'.repeat(16);

function whose(code: string) {
  return send(campus.url, api.whoseKey, { params: { tag: code } });
}

function report(code: string, body: object = { place: 'Library, level 2' }) {
  return send(campus.url, api.reportFound, { params: { tag: code }, body: body as never });
}

async function noticesOf(person: typeof guard) {
  const { notifications } = (await person.get(api.listNotifications)).data;
  return notifications.filter((notice) => notice.keyId === keyId).map(({ message }) => message);
}

test('whoever finds a key reads whose it is, and nothing of the key, its holder or its state', async () => {
  await giveKey(guard, asha, keyId);
  const known = await whose(tag);
  expect(known.status).toBe(200);
  const text = JSON.stringify(known.body);
  for (const secret of [keyNumber, keyId, 'Asha', 'Block', tag]) expect(text).not.toContain(secret);
  const { rows } = await campus.db.query<{ tag: string }>(
    'UPDATE keys SET tag = new_key_tag() WHERE id = $1 RETURNING tag',
    [keyId],
  );
  expect(rows[0]?.tag).not.toBe(tag);
  for (const other of [unknown, tag, tag.toLowerCase()])
    expect((await whose(other)).body).toEqual(known.body);
});

test('the desk and the holder are told where it is', async () => {
  await giveKey(guard, asha, keyId);
  const reported = await report(tag, { place: 'Library, level 2', contact: '555 010' });
  expect(reported).toMatchObject({ status: 200 });
  for (const told of [guard, asha])
    expect((await noticesOf(told))[0]).toMatch(/found key .*Library, level 2.*555 010/);
});

test('a report of an unknown tag is answered alike, and tells nobody', async () => {
  const count = async () => {
    const { rows } = await campus.db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM notifications',
    );
    return rows[0]?.count;
  };
  const before = await count();
  const answer = await report(unknown);
  expect(await count()).toBe(before);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual((await report(tag)).body);
});

test('three reports a day of one tag and five an hour from one network are enough', async () => {
  for (const expected of [200, 200, 200, 429]) expect((await report(tag)).status).toBe(expected);
  await campus.db.query('DELETE FROM request_counts');
  const statuses = [];
  for (const letter of 'BCDEFG') statuses.push((await report(letter.repeat(16))).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test.each([
  [{}, 400],
  [{ place: '' }, 400],
  [{ place: 'x'.repeat(301) }, 400],
  [{ place: 'Line\nbreak' }, 400],
  [{ place: 'Gate', contact: 'x'.repeat(301) }, 400],
])('a report of %j is refused', async (body, status) => {
  expect((await report(tag, body)).status).toBe(status);
});

test('what is no tag is refused', async () => {
  for (const other of ['short', `${unknown}A`, 'A0000000000000000'.slice(0, 16)])
    expect((await whose(other)).status).toBe(400);
});

test('signed in, the tag opens its key; an unknown one says that there is none', async () => {
  const { data } = await asha.get(api.getKey, { params: { id: tag.toLowerCase() } });
  expect(data.key._id).toBe(keyId);
  expect((await asha.call(api.getKey, { params: { id: unknown } })).status).toBe(404);
});

test('a printed address names the code, in any case and at any host; each key has one of its own', async () => {
  const address = formatTagAddress('https://keys.college.test', tag);
  expect(address).toBe(`HTTPS://KEYS.COLLEGE.TEST/F/${tag}`);
  expect(parseKeyTag(address)).toBe(tag);
  expect(parseKeyTag(address.toLowerCase())).toBe(tag);
  expect(parseKeyTag(`http://127.0.0.1:3000/f/${tag}\r\n`)).toBe(tag);
  const { rows } = await campus.db.query<{ codes: number; keys: number; odd: number }>(
    `SELECT count(DISTINCT tag)::int AS codes, count(*)::int AS keys,
            count(*) FILTER (WHERE tag !~ '^[A-Z2-7]{16}$')::int AS odd FROM keys`,
  );
  expect(rows[0]?.codes).toBe(rows[0]?.keys);
  expect(rows[0]?.odd).toBe(0);
});
