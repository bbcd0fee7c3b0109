import { api } from '@keydesk/shared/api';
import type { UsedCode } from '@keydesk/shared/loans/refused-handover';
import { expect, test } from 'vitest';
import { batchCode, giveKey, loansOf } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

const campus = testCampus();
const desk = campus.resident('security');

function keysWith(holder: TestClient, count: number) {
  return Promise.all(
    Array.from({ length: count }, async () => giveKey(desk, holder, (await campus.key()).id)),
  );
}

test('a batch brings all its keys back, whoever has them', async () => {
  const [asha, ravi] = [await campus.person(), await campus.person()];
  const [own, ofRavi] = [await keysWith(asha, 2), await keysWith(ravi, 1)];
  const keyIds = [...own, ...ofRavi].map((key) => key._id);
  const { qrText, validitySeconds } = await batchCode(asha, keyIds);
  expect(validitySeconds).toBe(300);
  const { data } = await desk.get(api.batchReturn, { body: { qrData: qrText } });
  expect(data.keys.map((key) => key.keyId).sort()).toEqual([...keyIds].sort());
  expect(data.keys.every((key) => key.success)).toBe(true);
  expect(data.keys.find(({ keyId }) => keyId === keyIds[2])?.holderName).toBe(ravi.user.name);
  expect(await loansOf(campus.db, keyIds[0] ?? '')).toMatchObject([{ returnType: 'batch' }]);
  expect(await loansOf(campus.db, keyIds[2] ?? '')).toMatchObject([
    { returnType: 'volunteer', holderId: ravi.user.id, returnedBy: asha.user.id },
  ]);
});

test('each holder is told who returned their key', async () => {
  const [asha, ravi] = [await campus.person(), await campus.person()];
  const [key] = await keysWith(ravi, 1);
  const { qrText } = await batchCode(asha, [key?._id ?? '']);
  await desk.get(api.batchReturn, { body: { qrData: qrText } });
  const { data } = await ravi.get(api.listNotifications);
  expect(data.notifications.map(({ message }) => message)).toContain(
    `Key ${key?.keyNumber} (${key?.keyName}) was returned for you by ${asha.user.name}.`,
  );
});

test('eleven keys by one code are one message, and what is undone of them is told above it', async () => {
  const asha = await campus.person();
  const keys = await keysWith(asha, 11);
  await asha.get(api.markAllNotificationsRead);
  const { qrText } = await batchCode(
    asha,
    keys.map(({ _id }) => _id),
  );
  const { data } = await desk.get(api.batchReturn, { body: { qrData: qrText } });
  const names = keys
    .map(({ keyNumber, keyName }) => `${keyNumber} (${keyName})`)
    .toSorted((one, other) => data.keys.findIndex(isOf(one)) - data.keys.findIndex(isOf(other)));
  const third = keys[2];
  const body = { reason: 'not-there', handover: 'return' };
  await desk.get(api.undoHandover, { params: { id: third?.loanId ?? '' }, body });
  const { notifications } = (await asha.get(api.listNotifications)).data;
  const unread = notifications.filter(({ read }) => !read);
  expect(unread).toHaveLength(2);
  expect(notifications.slice(0, 2)).toEqual(unread);
  expect(unread[0]?.message).toContain(third?.keyNumber);
  expect(unread[1]?.message).toBe(
    `You returned 11 keys: ${names.slice(0, 10).join(', ')} and 1 other key.`,
  );
});

function isOf(name: string) {
  return ({ keyNumber }: { keyNumber: string }) => name.startsWith(`${keyNumber} `);
}

test('a batch code repeats its answer only until one of its keys is out again', async () => {
  const asha = await campus.person();
  const [first, second] = await keysWith(asha, 2);
  const keyIds = [first?._id ?? '', second?._id ?? ''];
  const body = { qrData: (await batchCode(asha, keyIds)).qrText };
  const answer = await desk.get(api.batchReturn, { body });
  expect(await desk.get(api.batchReturn, { body })).toEqual({
    ...answer,
    data: { ...answer.data, repeated: true },
  });
  const ravi = await campus.person();
  await giveKey(desk, ravi, keyIds[1] ?? '');
  const { status, body: refused } = await desk.call(api.batchReturn, { body });
  expect(status).toBe(409);
  expect(refused.error).toMatchObject({ code: 'QR_USED' });
  expect(await loansOf(campus.db, keyIds[1] ?? '')).toMatchObject([{}, { returnedAt: null }]);
});

test('a batch code that is shown again says which of its returns were undone', async () => {
  const asha = await campus.person();
  const keys = await keysWith(asha, 3);
  const keyIds = keys.map(({ _id }) => _id);
  const qrData = (await batchCode(asha, keyIds)).qrText;
  await desk.get(api.batchReturn, { body: { qrData } });
  const again = async () => {
    const { body } = await desk.call(api.batchReturn, { body: { qrData } });
    const { code, details } = body.error as { code: string; details: UsedCode };
    expect(code).toBe('QR_USED');
    return Object.fromEntries(
      details.keys.map(({ keyId, undone, holder }) => [keyId, [undone, holder?.userId]]),
    );
  };
  const undo = async (index: number) => {
    const body = { reason: 'not-there', handover: 'return' };
    await desk.get(api.undoHandover, { params: { id: keys[index]?.loanId ?? '' }, body });
  };
  const [one = '', two = '', three = ''] = keyIds;
  await undo(1);
  const { id } = asha.user;
  expect(await again()).toEqual({
    [one]: [undefined, undefined],
    [two]: [true, id],
    [three]: [undefined, undefined],
  });
  await undo(0);
  await undo(2);
  expect(await again()).toEqual({ [one]: [true, id], [two]: [true, id], [three]: [true, id] });
});

test('one key that is already back refuses the whole batch and is named', async () => {
  const asha = await campus.person();
  const keys = await keysWith(asha, 3);
  const { qrText } = await batchCode(
    asha,
    keys.map((key) => key._id),
  );
  await desk.get(api.collectKey, { params: { id: keys[1]?._id ?? '' } });
  const answer = await desk.call(api.batchReturn, { body: { qrData: qrText } });
  expect(answer).toMatchObject({
    status: 409,
    body: {
      message: `Key is not currently taken: ${keys[1]?.keyNumber}`,
      error: { details: { keys: [{ keyId: keys[1]?._id }] } },
    },
  });
  for (const key of [keys[0], keys[2]])
    expect((await loansOf(campus.db, key?._id ?? '')).at(-1)?.returnedAt).toBeNull();
});

test('a batch of twenty keys is drawn as JSON, which any scanner understands', async () => {
  const asha = await campus.person();
  const keys = await keysWith(asha, 20);
  const { qrText, qrData } = await batchCode(
    asha,
    keys.map((key) => key._id),
  );
  expect(JSON.parse(qrText)).toEqual(qrData);
  const { data } = await desk.get(api.batchReturn, { body: { qrData: qrText } });
  expect(data.keys).toHaveLength(20);
});

test('a larger batch is drawn as a short token that the desk can use', async () => {
  const asha = await campus.person();
  const keys = await keysWith(asha, 21);
  const { qrText, qrData } = await batchCode(
    asha,
    keys.map((key) => key._id),
  );
  expect(qrText).toMatch(/^KD:[0-9A-Z]{26}$/);
  expect(qrData).toMatchObject({ type: 'batch-return', userId: asha.user.id });
  const { data } = await desk.get(api.batchReturn, { body: { qrData: qrText } });
  expect(data.keys).toHaveLength(21);
});

test('a batch of other making is refused and changes nothing', async () => {
  const asha = await campus.person();
  const [key] = await keysWith(asha, 1);
  const answer = await desk.call(api.batchReturn, {
    body: { qrData: { type: 'batch-return', keyIds: [key?._id], userId: asha.user.id } },
  });
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'QR_NOT_ISSUED' } } });
  expect((await loansOf(campus.db, key?._id ?? '')).at(-1)?.returnedAt).toBeNull();
});

test.each([
  [{ type: 'key-request' }, 'Key ID is required for QR generation'],
  [{ type: 'key-return', keyId: '' }, 'Key ID is required for QR generation'],
  [
    { type: 'batch-return', keyIds: [] },
    'At least one key ID is required for batch return QR generation',
  ],
  [{ type: 'batch-return' }, 'At least one key ID is required for batch return QR generation'],
  [{ type: 'batch-return', keyIds: ['0'.repeat(24), 'zz'] }, 'Invalid key ID format at index 1'],
])('no code is issued for %j', async (body, message) => {
  const asha = await campus.person();
  expect(await asha.call(api.issueCode, { body })).toMatchObject({
    status: 400,
    body: { message },
  });
});
