import { api } from '@keydesk/shared/api';
import { describe, expect, test } from 'vitest';
import { batchCode, giveKey, requestCode, returnCode } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { TestClient } from '../../../test/test-client.ts';
import { openSession } from '../session/sessions.ts';

const campus = testCampus();

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

/** What the desk is told while this happens. */
async function voidedDuring(act: () => Promise<unknown>) {
  const desk = await openPage(await campus.person('security'));
  await act();
  await desk.caughtUp();
  return desk.received('codes-voided');
}

test('the desk is told that a person who was suspended does not come with their code', async () => {
  const [asha, admin] = [await campus.person(), await campus.person('admin')];
  await requestCode(asha, (await campus.key()).id);
  const suspend = { params: { id: asha.user.id }, body: { state: 'suspended' } };
  expect(await voidedDuring(() => admin.get(api.setUserState, suspend))).toEqual([
    [{ userId: asha.user.id }],
  ]);
});

test('the desk is told which codes were voided with the session that ended', async () => {
  const phone = await campus.person();
  const { user } = phone;
  const laptop = new TestClient(campus.url, user, await openSession(campus.db, user.id));
  const [own, other] = [await campus.key(), await campus.key()];
  await requestCode(phone, own.id);
  await requestCode(laptop, other.id);
  expect(await voidedDuring(() => laptop.get(api.logout))).toEqual([
    [{ userId: user.id, keyIds: [other.id] }],
  ]);
  expect(await voidedDuring(() => laptop.call(api.logout))).toEqual([]);
});

describe('the list of who waits with a code', () => {
  const waitingFor = async (...keys: { id: string }[]) => {
    const { codes } = (await (await campus.person('security')).get(api.waitingCodes)).data;
    const ids = keys.map(({ id }) => id);
    return codes.filter(({ keyIds }) => keyIds.some((id) => ids.includes(id)));
  };

  test('has what the desk was told of each code, the oldest first', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const [wanted, one, other] = [await campus.key(), await campus.key(), await campus.key()];
    const guard = await campus.person('security');
    for (const { id } of [one, other]) await giveKey(guard, ravi, id);
    const first = await requestCode(asha, wanted.id);
    const batch = await batchCode(ravi, [one.id, other.id]);
    expect(await waitingFor(wanted, one)).toEqual([
      {
        type: 'key-request',
        userId: asha.user.id,
        personName: asha.user.name,
        keyIds: [wanted.id],
        expiresAt: first.expiresAt,
      },
      {
        type: 'batch-return',
        userId: ravi.user.id,
        personName: ravi.user.name,
        keyIds: [one.id, other.id],
        expiresAt: batch.expiresAt,
      },
    ]);
  });

  test.each([
    [
      'used',
      (guard: TestClient, _key: string, qrData: string) =>
        guard.get(api.scanRequest, { body: { qrData } }),
    ],
    [
      'for a key that was handed to somebody else since',
      async (guard: TestClient, key: string) => giveKey(guard, await campus.person(), key),
    ],
    [
      'for a key that is gone',
      async (_: TestClient, key: string) =>
        (await campus.person('admin')).get(api.deleteKey, { params: { id: key } }),
    ],
    [
      'expired',
      (_: TestClient, key: string) =>
        campus.db.query(
          `UPDATE codes SET issued_at = issued_at - interval '1 hour',
                  expires_at = expires_at - interval '1 hour' WHERE key_ids = ARRAY[$1]`,
          [key],
        ),
    ],
    [
      'void, as its person was suspended',
      async (_: TestClient, _key: string, _text: string, holder: TestClient) =>
        (await campus.person('admin')).get(api.setUserState, {
          params: { id: holder.user.id },
          body: { state: 'suspended' },
        }),
    ],
  ])('has no code that is %s', async (_, end) => {
    const [asha, key] = [await campus.person(), await campus.key()];
    const { qrText } = await requestCode(asha, key.id);
    expect(await waitingFor(key)).toHaveLength(1);
    await end(await campus.person('security'), key.id, qrText, asha);
    expect(await waitingFor(key)).toEqual([]);
  });

  test('has no code to return a key that came back without it', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    const guard = await campus.person('security');
    await giveKey(guard, asha, key.id);
    await returnCode(asha, key.id);
    expect(await waitingFor(key)).toHaveLength(1);
    await guard.get(api.collectKey, { params: { id: key.id } });
    expect(await waitingFor(key)).toEqual([]);
  });
});
