import { api } from '@keydesk/shared/api';
import { dayText } from '@keydesk/shared/core/formats';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { describe, expect, test } from 'vitest';
import { giveKey, requestCode } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';

const campus = testCampus();
const guard = campus.resident('security');
const admin = campus.resident('admin');
const asha = campus.resident('faculty', { name: 'Asha Rao' });
const ravi = campus.resident('faculty');

type Ending = 'replaced' | 'written-off' | 'removed';
const endings: readonly [Ending, string][] = [
  ['replaced', 'replaced'],
  ['written-off', 'written off'],
  ['removed', 'removed'],
];

/** A key that Asha had last, and whose life is over. */
async function retire(how: Ending) {
  const { id, keyNumber } = await campus.key();
  await giveKey(guard, asha, id);
  if (how === 'removed') {
    await guard.get(api.collectKey, { params: { id }, body: {} });
    await admin.get(api.deleteKey, { params: { id } });
  } else {
    const params = { id };
    const { data } = await guard.get(api.reportKey, { params, body: { kind: 'lost' } });
    await admin.get(api.resolveIncident, {
      params: { id: data.incident.id },
      body: { resolution: how },
    });
  }
  const { rows } = await campus.db.query<{ tag: string; deleted_at: Date }>(
    'SELECT tag, deleted_at FROM keys WHERE id = $1',
    [id],
  );
  return { id, keyNumber, tag: rows[0]?.tag ?? '', at: rows[0]?.deleted_at ?? new Date(0) };
}

async function numberInUse(keyNumber: string): Promise<string | undefined> {
  const { data } = await guard.get(api.listKeys, { query: { search: keyNumber } });
  return data.keys.find((key) => key.keyNumber === keyNumber)?._id;
}

describe('the tag of a key whose life is over', () => {
  test.each(endings)('says to the desk that it was %s', async (how, words) => {
    const { id, keyNumber, tag, at } = await retire(how);
    const newId = how === 'replaced' ? await numberInUse(keyNumber) : undefined;
    for (const named of [id, tag]) {
      const { status, body } = await guard.call(api.getKey, { params: { id: named } });
      expect(status).toBe(404);
      const day = dayText(at, new Date(), 'Asia/Kolkata');
      expect(body).toMatchObject({
        message: `${keyNumber}, ${words} on ${day}, last with Asha Rao. Give it to an admin.`,
        error: {
          code: 'KEY_RETIRED',
          details: {
            keyNumber,
            how,
            at: at.toISOString(),
            lastHolder: { id: asha.user.id, name: 'Asha Rao' },
            ...(newId && { replacedBy: { id: newId, keyNumber } }),
          },
        },
      });
    }
  });

  test('says nothing of it to others', async () => {
    const { id, tag } = await retire('written-off');
    for (const named of [id, tag]) {
      const { body } = await ravi.call(api.getKey, { params: { id: named } });
      expect(body).toMatchObject({ message: 'Key not found', error: { code: 'KEY_NOT_FOUND' } });
    }
  });

  test('of a key that nobody ever had names nobody', async () => {
    const { id } = await campus.key();
    await admin.get(api.deleteKey, { params: { id } });
    const { body } = await guard.call(api.getKey, { params: { id } });
    expect(body.message).toMatch(/, removed on \d+ \w+\. Give it to an admin\.$/);
    expect(body).toMatchObject({ error: { details: { lastHolder: null } } });
  });

  test('neither leaves nor comes back as the key that took its place', async () => {
    const { id: oldId, keyNumber } = await retire('replaced');
    const newId = (await numberInUse(keyNumber)) ?? '';
    const tag = formatKeyTag(oldId);
    const refused = {
      status: 409,
      body: {
        message: `This is ${keyNumber}, replaced, last with Asha Rao. Give it to an admin.`,
        error: { code: 'TAG_OF_RETIRED_KEY', details: { key: { keyId: newId } } },
      },
    };
    const { qrText } = await requestCode(ravi, newId);
    expect(await guard.call(api.scanRequest, { body: { qrData: qrText, tag } })).toMatchObject(
      refused,
    );
    const right = { qrData: qrText, tag: formatKeyTag(newId) };
    await guard.get(api.scanRequest, { body: right });
    const collected = { params: { id: newId }, body: { tag } };
    expect(await guard.call(api.collectKey, collected)).toMatchObject(refused);
  });
});
