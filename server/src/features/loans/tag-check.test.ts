import { api } from '@keydesk/shared/api';
import { type DeskSettings, defaultDeskSettings } from '@keydesk/shared/campus/settings';
import { formatKeyTag, formatTagAddress } from '@keydesk/shared/keys/key-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertDesk } from '../../../test/desk-computer.ts';
import { giveKey, loansOf, requestCode, returnCode } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { relaxedSettings } from '../../../test/relaxed-limits.ts';
import { campusOfTest, testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const desk = campus.resident('security');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });
beforeEach(async () => {
  await checkTags('all');
});

async function checkTags(tagCheck: DeskSettings['tagCheck'], keyIdTags = true) {
  const body = { ...relaxedSettings, desk: { ...defaultDeskSettings, tagCheck, keyIdTags } };
  await admin.get(api.putSecuritySettings, { body });
}

function scan(qrData: unknown, tag?: string | null) {
  return desk.call(api.scanRequest, { body: { qrData, tag } });
}

async function loans(keyId: string) {
  return (await loansOf(campus.db, keyId)).map(({ tagCheckedOut, tagCheckedIn }) => ({
    tagCheckedOut,
    tagCheckedIn,
  }));
}

describe('a code without the tag that is needed', () => {
  test('is refused with what the desk has to do, and stays good for the right tag', async () => {
    const key = await campus.key();
    const { qrText } = await requestCode(asha, key.id);
    const { status, body } = await scan(qrText);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      message: `Scan the tag of ${key.keyNumber}.`,
      error: {
        code: 'TAG_NEEDED',
        details: {
          verdict: {
            outcome: 'allowed',
            reasons: [{ code: 'TAG_NEEDED', text: `Scan the tag of ${key.keyNumber}.` }],
            obligations: ['tag'],
            next: null,
          },
          key: { keyId: key.id, keyNumber: key.keyNumber },
          holder: { userId: asha.user.id, name: 'Asha Rao' },
        },
      },
    });
    expect(await loans(key.id)).toEqual([]);

    const done = await scan(qrText, formatKeyTag(key.id));
    expect(done.body).toMatchObject({ data: { requestingUser: { name: 'Asha Rao' } } });
    expect(await loans(key.id)).toEqual([{ tagCheckedOut: true, tagCheckedIn: false }]);
    // An answer that was lost is repeated, with its tag or without.
    expect((await scan(qrText)).body).toMatchObject({ data: { repeated: true } });
  });

  test('outlives its minute while the desk fetches the key, but not its third', async () => {
    const key = await campus.key();
    const { timestamp: _, ...untimed } = (await requestCode(asha, key.id)).qrData;
    await scan(untimed);
    await age(key.id, 100);
    expect((await scan(untimed)).body).toMatchObject({ error: { code: 'TAG_NEEDED' } });
    await age(key.id, 81);
    expect((await scan(untimed, formatKeyTag(key.id))).body).toMatchObject({
      error: { code: 'QR_EXPIRED' },
    });
    expect(await loans(key.id)).toEqual([]);
  });

  test('tells its owner to wait, and until when it stays good', async () => {
    const key = await campus.key();
    const { qrText, issuedAt, expiresAt } = await requestCode(asha, key.id);
    const page = await openPage(asha);
    await scan(qrText);
    await page.caughtUp();
    expect(page.received('code-refused')).toEqual([
      {
        type: 'key-request',
        keyIds: [key.id],
        issuedAt,
        code: 'TAG_NEEDED',
        message: 'The desk has your code and is checking the key’s tag.',
        expiresAt: new Date(Date.parse(expiresAt) + 120_000).toISOString(),
      },
    ]);
  });

  test('is void once its owner asks for another one', async () => {
    const key = await campus.key();
    const { qrText } = await requestCode(asha, key.id);
    await scan(qrText);
    await requestCode(asha, key.id);
    expect((await scan(qrText, formatKeyTag(key.id))).body).toMatchObject({
      error: { code: 'QR_VOIDED' },
    });
  });
});

/** Lets the codes of a key have been issued earlier. */
function age(keyId: string, seconds: number) {
  return campus.db.query(
    `UPDATE codes SET issued_at = issued_at - make_interval(secs => $2),
                      expires_at = expires_at - make_interval(secs => $2) WHERE key_ids = $1`,
    [[keyId], seconds],
  );
}

describe('the tag of another key', () => {
  test.each(['off', 'keys', 'all'] as const)('hands out nothing (%s)', async (setting) => {
    await checkTags(setting);
    const [key, other] = [await campus.key(), await campus.key()];
    const { qrText } = await requestCode(asha, key.id);
    const message = `This is ${other.keyNumber}. Asha Rao asked for ${key.keyNumber}.`;
    expect(await scan(qrText, formatKeyTag(other.id))).toMatchObject({
      status: 409,
      body: {
        message,
        error: { details: { verdict: { reasons: [{ text: message }], obligations: ['tag'] } } },
      },
    });
    expect([...(await loans(key.id)), ...(await loans(other.id))]).toEqual([]);
    expect((await scan(qrText, formatKeyTag(key.id))).status).toBe(200);
  });

  test.each(['hello', `KDTAG:${'F'.repeat(24)}`])('neither does %s', async (tag) => {
    const key = await campus.key();
    const { qrText } = await requestCode(asha, key.id);
    expect(await scan(qrText, tag)).toMatchObject({
      status: 409,
      body: { message: `This is not the tag of ${key.keyNumber}.` },
    });
    expect(await loans(key.id)).toEqual([]);
  });
});

test('a tag that is too long, or no text, is bad input', async () => {
  const key = await campus.key();
  const { qrText } = await requestCode(asha, key.id);
  expect((await scan(qrText, 'x'.repeat(201))).status).toBe(400);
  expect(
    (await desk.call(api.scanRequest, { body: { qrData: qrText, tag: 5 } as never })).status,
  ).toBe(400);
  expect(await loans(key.id)).toEqual([]);
});

test('when chosen keys are checked, an admin chooses them, and the others need no tag', async () => {
  await checkTags('keys');
  const [chosen, other] = [await campus.key(), await campus.key()];
  const { data } = await admin.get(api.updateKey, {
    params: { id: chosen.id },
    body: { tagCheck: true },
  });
  expect(data.key.tagCheck).toBe(true);
  const code = await requestCode(asha, chosen.id);
  expect((await scan(code.qrText)).status).toBe(409);
  await giveKey(desk, asha, other.id);
  expect(await loans(other.id)).toEqual([{ tagCheckedOut: false, tagCheckedIn: false }]);
  await checkTags('off');
  expect((await scan(code.qrText)).status).toBe(200);
});

describe('at a return', () => {
  const given = async () => {
    await checkTags('off');
    const key = await campus.key();
    await giveKey(desk, asha, key.id);
    return key;
  };

  test('no tag is needed, and one that was scanned is recorded', async () => {
    const [plain, tagged, collected] = [await given(), await given(), await given()];
    await checkTags('all');
    const back = async (keyId: string, tag?: string) => {
      const { qrText } = await returnCode(asha, keyId);
      return desk.get(api.scanReturn, { body: { qrData: qrText, tag } });
    };
    await back(plain.id);
    await back(tagged.id, formatKeyTag(tagged.id));
    await desk.get(api.collectKey, {
      params: { id: collected.id },
      body: { tag: formatKeyTag(collected.id) },
    });
    expect((await loans(plain.id))[0]?.tagCheckedIn).toBe(false);
    expect((await loans(tagged.id))[0]?.tagCheckedIn).toBe(true);
    expect((await loans(collected.id))[0]?.tagCheckedIn).toBe(true);
  });

  test('the tag of another key says which it is and takes nothing back', async () => {
    const [key, other] = [await given(), await campus.key()];
    const { timestamp: _, ...untimed } = (await returnCode(asha, key.id)).qrData;
    const tag = formatKeyTag(other.id);
    for (const answer of [
      await desk.call(api.scanReturn, { body: { qrData: untimed, tag } }),
      await desk.call(api.collectKey, { params: { id: key.id }, body: { tag } }),
    ])
      expect(answer).toMatchObject({
        status: 409,
        body: {
          message: `This is ${other.keyNumber}. Asha Rao has ${key.keyNumber}.`,
          error: { code: 'TAG_OF_ANOTHER_KEY' },
        },
      });
    expect((await loansOf(campus.db, key.id))[0]?.returnedAt).toBeNull();
    // The code stays good while the desk looks for the right one.
    await age(key.id, 100);
    const right = { qrData: untimed, tag: formatKeyTag(key.id) };
    expect((await desk.call(api.scanReturn, { body: right })).status).toBe(200);
  });
});

describe('taking a key for oneself', () => {
  function take(who: TestClient, keyId: string, tag?: string) {
    return who.call(api.takeKey, { params: { id: keyId }, body: tag ? { tag } : {} });
  }

  test('needs the tag, as a scan does, and says where the key hangs', async () => {
    const deskId = await insertDesk(campus);
    const [key, other] = [await campus.key({ deskId, hook: 'B 7' }), await campus.key()];
    expect(await take(desk, key.id)).toMatchObject({
      status: 409,
      body: {
        message: `Scan the tag of ${key.keyNumber}.`,
        error: {
          code: 'TAG_NEEDED',
          details: { verdict: { obligations: ['tag'] }, spot: { hook: 'B 7' } },
        },
      },
    });
    expect(await take(desk, key.id, formatKeyTag(other.id))).toMatchObject({
      status: 409,
      body: { error: { code: 'TAG_OF_ANOTHER_KEY' } },
    });
    expect(await loans(key.id)).toEqual([]);
    expect((await take(desk, key.id, formatKeyTag(key.id))).status).toBe(200);
    expect(await loans(key.id)).toEqual([{ tagCheckedOut: true, tagCheckedIn: false }]);
  });

  test('needs it in self-service too, which is not told where the key hangs', async () => {
    const open = await campusOfTest({ SELF_SERVICE: 'true' });
    const body = { ...relaxedSettings, desk: { ...defaultDeskSettings, tagCheck: 'all' } };
    await (await open.person('admin')).get(api.putSecuritySettings, { body });
    const [ravi, key] = [await open.person(), await open.key({ hook: 'B 7' })];
    const refused = await take(ravi, key.id);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'TAG_NEEDED' } } });
    expect(JSON.stringify(refused.body)).not.toContain('B 7');
    expect(await loansOf(open.db, key.id)).toEqual([]);
    expect((await take(ravi, key.id, formatKeyTag(key.id))).status).toBe(200);
  });
});

describe('a tag of the old kind, made of the id of its key,', () => {
  test.each([
    ['of a high-security key', 'high', true, 'all'],
    ['of a high-security key', 'high', true, 'off'],
    ['of any key once they are switched off', 'normal', false, 'all'],
  ] as const)('%s hands nothing over (%s, %s, %s)', async (_, level, keyIdTags, tagCheck) => {
    const key = await campus.key({ level });
    const given = { keyId: key.id, userId: asha.user.id, reason: 'Laser' };
    await admin.get(api.addGrant, { body: given });
    const { rows } = await campus.db.query<{ tag: string }>('SELECT tag FROM keys WHERE id = $1', [
      key.id,
    ]);
    const [old, printed] = [formatKeyTag(key.id), formatTagAddress(campus.url, rows[0]?.tag ?? '')];
    await checkTags(tagCheck, keyIdTags);
    const tooOld = {
      status: 409,
      body: {
        error: { code: 'TAG_TOO_OLD', details: { verdict: { obligations: ['tag'] } } },
        message: `This tag of ${key.keyNumber} is the old kind and no longer valid. Print a new tag and scan that one.`,
      },
    };
    const { qrText } = await requestCode(asha, key.id);
    const holder = { holderId: asha.user.id, identifiedBy: 'desk' as const };
    const lent = { keyId: key.id, ...holder, tag: old };
    expect(await desk.call(api.lendKey, { body: lent })).toMatchObject(tooOld);
    expect(await scan(qrText, old)).toMatchObject(tooOld);
    expect(await loans(key.id)).toEqual([]);
    expect((await scan(qrText, printed)).status).toBe(200);

    const back = (await returnCode(asha, key.id)).qrText;
    const params = { id: key.id };
    expect(await desk.call(api.collectKey, { params, body: { tag: old } })).toMatchObject(tooOld);
    const scanned = (tag: string) => ({ body: { qrData: back, tag } });
    expect(await desk.call(api.scanReturn, scanned(old))).toMatchObject(tooOld);
    expect(await loans(key.id)).toEqual([{ tagCheckedOut: true, tagCheckedIn: false }]);
    expect((await desk.call(api.scanReturn, scanned(printed))).status).toBe(200);
  });
});
