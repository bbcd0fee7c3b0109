import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { giveKey, loansOf, requestCode, returnCode } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents } from '../../db/schema.ts';

const campus = testCampus();
const desk = campus.resident('security');

async function keyWith(holder: TestClient) {
  const key = await campus.key();
  return giveKey(desk, holder, key.id);
}

test('a return code brings the key back as its holder’s own return', async () => {
  const asha = await campus.person();
  const key = await keyWith(asha);
  const { qrText } = await returnCode(asha, key._id);
  const { data } = await desk.get(api.scanReturn, {
    body: { qrData: qrText, loanId: key.loanId },
  });
  expect(data.key).toMatchObject({ status: 'available', takenBy: null, takenAt: null });
  expect(data.key.returnedAt).not.toBeNull();
  expect(data.originalUser).toMatchObject({ id: asha.user.id, email: asha.user.email });
  expect(await loansOf(campus.db, key._id)).toMatchObject([
    { returnType: 'own', returnedBy: asha.user.id, receivedBy: desk.user.id },
  ]);
});

test('the answer shows the key as it is read afterwards, even when the clock was set back', async () => {
  for (const ahead of ['0 seconds', '1 hour']) {
    const key = await keyWith(await campus.person());
    await campus.db.query(
      `UPDATE loans SET taken_at = taken_at + interval '${ahead}' WHERE key_id = $1`,
      [key._id],
    );
    const { data } = await desk.get(api.collectKey, { params: { id: key._id } });
    const read = await desk.get(api.getKey, { params: { id: key._id } });
    expect(data.key).toEqual(read.data.key);
  }
});

test('a repeated scan by the same desk gets the same answer, marked as repeated', async () => {
  const asha = await campus.person();
  const key = await keyWith(asha);
  const { qrText } = await returnCode(asha, key._id);
  const body = { qrData: qrText, loanId: key.loanId };
  const first = await desk.get(api.scanReturn, { body });
  expect(await desk.get(api.resolveCode, { body: { qrData: qrText } })).toMatchObject({
    data: { shape: 'return', repeated: true },
  });
  expect(await desk.get(api.scanReturn, { body })).toEqual({
    ...first,
    data: { ...first.data, repeated: true },
  });
});

test.each([
  ['is out again', false],
  ['came back again', true],
])('an old return code is refused once the key %s, and the later loan stays', async (_, back) => {
  const [asha, ravi] = [await campus.person(), await campus.person()];
  const key = await keyWith(asha);
  const { qrText } = await returnCode(asha, key._id);
  await desk.get(api.scanReturn, { body: { qrData: qrText } });
  const later = await giveKey(desk, ravi, key._id);
  if (back) await desk.get(api.collectKey, { params: { id: key._id } });
  for (const [route, body] of [
    [api.resolveCode, { qrData: qrText }],
    [api.scanReturn, { qrData: qrText, loanId: later.loanId }],
  ] as const)
    expect(await desk.call(route, { body })).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'QR_USED',
          details: {
            person: { name: asha.user.name },
            keys: [{ holder: back ? null : { name: ravi.user.name } }],
          },
        },
      },
    });
  const [, last] = await loansOf(campus.db, key._id);
  expect(last?.returnedAt === null).toBe(!back);
});

test('a return code whose details cannot be read is confirmed all the same', async () => {
  const asha = await campus.person();
  const key = await keyWith(asha);
  const body = { qrData: (await returnCode(asha, key._id)).qrText };
  await campus.db.query('ALTER TABLE loans RENAME TO loans_away');
  const resolved = await desk
    .get(api.resolveCode, { body })
    .finally(() => campus.db.query('ALTER TABLE loans_away RENAME TO loans'));
  expect(resolved.data).toMatchObject({
    shape: 'return',
    keyIds: [key._id],
    userId: asha.user.id,
    attested: true,
    key: null,
    user: { name: asha.user.name },
  });
  const { data } = await desk.get(api.scanReturn, { body });
  expect(data.key).toMatchObject({ _id: key._id, status: 'available' });
});

test('a confirmation of a loan that is over is a conflict, and the new loan stays', async () => {
  const [asha, ravi] = [await campus.person(), await campus.person()];
  const key = await keyWith(asha);
  await desk.get(api.collectKey, { params: { id: key._id } });
  await giveKey(desk, ravi, key._id);
  const { qrText } = await returnCode(ravi, key._id);
  const answer = await desk.call(api.scanReturn, {
    body: { qrData: qrText, loanId: key.loanId },
  });
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'LOAN_CHANGED' } } });
  expect((await loansOf(campus.db, key._id)).at(-1)?.returnedAt).toBeNull();
});

test('a key that hangs at the desk cannot come back', async () => {
  const [asha, key] = [await campus.person(), await campus.key()];
  const answer = await desk.call(api.scanReturn, {
    body: { qrData: { type: 'key-return', keyId: key.id, userId: asha.user.id } },
  });
  expect(answer).toMatchObject({
    status: 409,
    body: { message: 'Key is not currently taken' },
  });
});

describe('a return code of other making', () => {
  test('only locates the key: the desk collects it, and the audit says unattested', async () => {
    const asha = await campus.person();
    const key = await keyWith(asha);
    const qrData = { type: 'key-return', keyId: key._id, userId: asha.user.id };
    const resolved = await desk.get(api.resolveCode, { body: { qrData } });
    expect(resolved.data).toMatchObject({ shape: 'return', attested: false, key });
    await desk.get(api.scanReturn, { body: { qrData, loanId: key.loanId } });
    expect(await loansOf(campus.db, key._id)).toMatchObject([{ returnType: 'collected' }]);
    const events = await listAuditEvents(campus.db, eq(auditEvents.keyId, key._id));
    expect(events.at(-1)).toMatchObject({ action: 'take-back', method: 'unattested-code' });
  });

  test('is refused when its own timestamp is too old', async () => {
    const asha = await campus.person();
    const key = await keyWith(asha);
    const timestamp = new Date(Date.now() - 90_000).toISOString();
    const answer = await desk.call(api.scanReturn, {
      body: { qrData: { type: 'key-return', keyId: key._id, timestamp } },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(
      /^Invalid QR code: QR code is expired \(9\d seconds old, max 60 seconds\)$/,
    );
    expect((await loansOf(campus.db, key._id)).at(-1)?.returnedAt).toBeNull();
  });
});

test('resolving a code changes nothing and refuses what its use would refuse', async () => {
  const asha = await campus.person();
  const key = await keyWith(asha);
  const { qrText } = await returnCode(asha, key._id);
  const body = { qrData: qrText };
  expect((await desk.get(api.resolveCode, { body })).data).toEqual({
    shape: 'return',
    keyIds: [key._id],
    userId: asha.user.id,
    attested: true,
    key: (await desk.get(api.getKey, { params: { id: key._id } })).data.key,
    user: (await desk.get(api.getUser, { params: { userId: asha.user.id } })).user,
  });
  await desk.get(api.scanReturn, { body });
  const other = await campus.person('security');
  expect((await other.call(api.resolveCode, { body })).status).toBe(409);
  const unknown = { qrData: `KD:${'3'.repeat(26)}` };
  expect((await desk.call(api.resolveCode, { body: unknown })).status).toBe(400);
});

test('a return code of a key or person that nobody knows resolves without them', async () => {
  const qrData = { type: 'key-return', keyId: 'f'.repeat(24), userId: 'e'.repeat(24) };
  expect((await desk.get(api.resolveCode, { body: { qrData } })).data).toMatchObject({
    shape: 'return',
    key: null,
    user: null,
  });
});

test('a request code resolves to no more than what it is', async () => {
  const [asha, key] = [await campus.person(), await campus.key()];
  const { qrText } = await requestCode(asha, key.id);
  const { data } = await desk.get(api.resolveCode, { body: { qrData: qrText } });
  expect(Object.keys(data).sort()).toEqual(['attested', 'keyIds', 'shape', 'userId']);
});
