import { api } from '@keydesk/shared/api';
import { formatTagAddress, parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { lent } from '../../../test/lending.ts';
import { openPage } from '../../../test/live-page.ts';
import { campusOfTest, testCampus } from '../../../test/test-campus.ts';
import { send } from '../../../test/test-client.ts';

const campus = testCampus();
const admin = campus.resident('admin');
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
    expect((await noticesOf(told))[0]).toMatch(/was found: .*Library, level 2.*555 010/);
});

test.each([
  ['ur-PK,en;q=0.5', 'ur', /^[\p{scx=Arabic}\p{P}\p{Cf} ]+$/u],
  ['te', 'te', /^[\p{scx=Telugu}\p{P}\u200c ]+$/u],
  ['fr, *', 'en', /^[\p{scx=Latin}\p{P} ]+$/u],
])('with Accept-Language %s a finder is answered in %s, refusals too', async (...given) => {
  const [accepted, language, words] = given;
  const options = { params: { tag }, headers: { 'accept-language': accepted } };
  const asked = await send(campus.url, api.whoseKey, options);
  expect(asked).toMatchObject({ status: 200, body: (await whose(tag)).body });
  expect(asked.headers.get('content-language')).toBe(language);
  for (const [place, status] of [['', 400] as const, ['Library', 200] as const]) {
    const answer = await send(campus.url, api.reportFound, { ...options, body: { place } });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(words);
  }
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

async function foundOf(reader = guard, key = keyId) {
  const { found } = (await reader.get(api.listFound)).data;
  return found.filter((report) => report.key.id === key);
}

test('every answer is the same, however many reports there are and of which tags', async () => {
  const first = await report(unknown);
  expect(first.status).toBe(200);
  const answers = [];
  // Neither a tag nor a network is told apart by what it is answered.
  for (const code of [...'BCDEFGHIJKLM'].map((letter) => letter.repeat(16)))
    answers.push(await report(code));
  for (let time = 0; time < 12; time += 1) answers.push(await report(tag));
  for (const { status, body, headers } of answers) {
    expect({ status, body }).toEqual({ status: first.status, body: first.body });
    expect([...headers.keys()].sort()).toEqual([...first.headers.keys()].sort());
  }
});

test('invented tags take nothing away from whoever has found a key', async () => {
  for (const letter of 'BCDEFGHIJ') await report(letter.repeat(16));
  await report(tag, { place: 'Bench at the bus stop', contact: '98450 12345' });
  expect((await noticesOf(guard))[0]).toContain('Bench at the bus stop');
  const { rows } = await campus.db.query('SELECT FROM request_counts WHERE key ~ $1', ['B{16}']);
  expect(rows).toEqual([]);
});

test('the desk is told of three a day for one tag and five an hour from one network', async () => {
  for (let time = 0; time < 4; time += 1) await report(tag);
  expect(await noticesOf(guard)).toHaveLength(3);
  // What the tag's three a day keep back takes nothing from the network's five.
  const told: string[][] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    ({ id: keyId } = await campus.key());
    await report(await tagOf(keyId));
    expect(await foundOf(guard, keyId)).toHaveLength(1);
    told.push(await noticesOf(guard));
  }
  expect(told.map((notices) => notices.length)).toEqual([1, 1, 0]);
});

test('what a finder wrote stands at the key for the desk, ten a day of one tag at most', async () => {
  await report(tag, { place: 'Bench at the bus stop', contact: '98450 12345' });
  expect(await foundOf()).toMatchObject([
    {
      key: { id: keyId, keyNumber },
      place: 'Bench at the bus stop',
      contact: '98450 12345',
      reportedAt: expect.any(String),
    },
  ]);
  expect((await asha.call(api.listFound)).status).toBe(403);
  for (let time = 0; time < 12; time += 1) await report(tag);
  expect(await foundOf()).toHaveLength(10);
});

describe('it stands there until', () => {
  test('the desk says that the key is back, once and for the later ones too', async () => {
    await report(tag, { place: 'Gate' });
    await report(tag, { place: 'Pond' });
    const [last, first] = await foundOf();
    const settle = (id = '', who = guard) => who.call(api.settleFound, { params: { id } });
    expect((await settle(first?.id)).status).toBe(200);
    expect(await foundOf()).toMatchObject([{ place: 'Pond' }]);
    expect((await settle(first?.id)).status).toBe(200);
    expect((await settle(last?.id, asha)).status).toBe(403);
    expect((await settle(last?.id)).status).toBe(200);
    expect(await foundOf()).toEqual([]);
    expect(await settle('0'.repeat(24))).toMatchObject({
      status: 404,
      body: { error: { code: 'FOUND_REPORT_NOT_FOUND' } },
    });
  });

  test('the key comes back', async () => {
    await giveKey(guard, asha, keyId);
    await report(tag);
    expect(await foundOf()).toHaveLength(1);
    await guard.get(api.collectKey, { params: { id: keyId } });
    expect(await foundOf()).toEqual([]);
  });

  test('what was reported of the key is settled', async () => {
    const params = { id: keyId };
    const { data } = await guard.get(api.reportKey, { params, body: { kind: 'missing' } });
    await report(tag);
    expect(await foundOf()).toHaveLength(1);
    const settled = { params: { id: data.incident.id }, body: { resolution: 'found' } as const };
    await guard.get(api.resolveIncident, settled);
    expect(await foundOf()).toEqual([]);
  });
});

test('an abandoned count that saw the key says nothing of where it is', async () => {
  await report(tag);
  const body = { scope: { kind: 'desk' as const } };
  const { id } = (await guard.get(api.beginCount, { body })).data.count;
  await guard.get(api.scanForCount, { params: { id }, body: { keyIds: [keyId] } });
  await guard.get(api.abandonCount, { params: { id } });
  expect(await foundOf()).toMatchObject([{ place: 'Library, level 2' }]);
});

test('nor does a hand-out that was undone, though the key was reported lost meanwhile', async () => {
  await report(tag);
  const loanId = await lent(guard, asha, keyId);
  await guard.get(api.reportKey, { params: { id: keyId }, body: { kind: 'lost' } });
  await guard.get(api.undoHandover, { params: { id: loanId }, body: { reason: 'mistake' } });
  expect(await foundOf()).toMatchObject([{ place: 'Library, level 2' }]);
});

test('the desk sees it at once', async () => {
  const page = await openPage(guard);
  await report(tag);
  await page.caughtUp();
  expect(page.received('key-updated').at(-1)).toMatchObject({
    action: 'update',
    key: { _id: keyId },
  });
});

test.each([
  'see https://evil.example/login',
  'http://1.2.3.4/x',
  'www.evil',
  'Bring it to evil.com',
  't.co/abc',
  'ask rao@campus.test',
  'ｅｖｉｌ．ｃｏｍ',
  'evil。com',
  'evil.\u200dcom',
])('a finder cannot write “%s”, in the place or as contact', async (text) => {
  for (const [body, field] of [
    [{ place: text }, 'Place'],
    [{ place: 'Gate', contact: text }, 'Contact'],
  ] as const)
    for (const code of [tag, unknown])
      expect(await report(code, body)).toMatchObject({
        status: 400,
        body: {
          message: `${field} must not contain a web or email address. Put a space after a point.`,
        },
      });
  expect(await foundOf()).toEqual([]);
});

test.each([
  ['Room 4.12, block A/B: the "blue" door', '+91 98450-12345 (Ravi, after 10.30)'],
  ['Bench no. 3, near St. Thomas', 'ext. 12'],
  ['पुस्तकालय के पास। दूसरी मंज़िल', '९८४५० १२३४५'],
])('but “%s” and “%s” as people write', async (place, contact) => {
  expect((await report(tag, { place, contact })).status).toBe(200);
  expect(await foundOf()).toMatchObject([{ place, contact }]);
});

test('the page names the college, and the product where no college is set', async () => {
  const named = await campusOfTest({ COLLEGE_NAME: 'St. Mary’s College' });
  const answer = await send(named.url, api.whoseKey, { params: { tag: unknown } });
  expect(answer.body).toMatchObject({ data: { campus: 'St. Mary’s College' } });
  expect((await whose(unknown)).body).toMatchObject({ data: { campus: 'Keydesk' } });
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

test('of a key that is removed the desk reads that it is, beside what a finder wrote', async () => {
  await report(tag);
  expect((await foundOf())[0]).not.toHaveProperty('retired');
  await admin.get(api.deleteKey, { params: { id: keyId } });
  expect(await foundOf()).toMatchObject([{ retired: { keyNumber, how: 'removed' } }]);
});
