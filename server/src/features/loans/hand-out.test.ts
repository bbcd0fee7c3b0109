import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { insertDesk } from '../../../test/desk-computer.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents, codes, loans } from '../../db/schema.ts';

const campus = testCampus();
const desk = campus.resident('security');

async function codeFor(holder: TestClient, keyId: string) {
  return (await holder.get(api.issueCode, { body: { type: 'key-request', keyId } })).data;
}

function loansOf(keyId: string) {
  return campus.db.orm.select().from(loans).where(eq(loans.keyId, keyId));
}

describe('a scanned request', () => {
  test('hands the key to the person whose code it is', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    const { qrText } = await codeFor(asha, key.id);
    const answer = await desk.get(api.scanRequest, { body: { qrData: qrText } });
    expect(answer.data.key).toMatchObject({
      _id: key.id,
      status: 'unavailable',
      version: 2,
      takenBy: { userId: asha.user.id, name: asha.user.name, email: asha.user.email },
    });
    expect(answer.data.requestingUser.id).toBe(asha.user.id);
    expect(answer.data.scannedBy.id).toBe(desk.user.id);
    expect(await loansOf(key.id)).toMatchObject([
      { holderId: asha.user.id, handedBy: desk.user.id, returnedAt: null },
    ]);
    const reply = await asha.get(api.getKey, { params: { id: key.id } });
    expect(reply.data.key).toEqual({
      ...answer.data.key,
      takenBy: { userId: asha.user.id, name: asha.user.name },
    });
  });

  test('takes the record itself as well as its text', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    const { qrData } = await codeFor(asha, key.id);
    await desk.get(api.scanRequest, { body: { qrData } });
    expect(await loansOf(key.id)).toHaveLength(1);
  });

  test('leaves an audit event and a notification for the holder', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    const { qrText } = await codeFor(asha, key.id);
    await desk.get(api.scanRequest, { body: { qrData: qrText } });
    expect(await listAuditEvents(campus.db, eq(auditEvents.keyId, key.id))).toMatchObject([
      { action: 'hand-out', actorId: desk.user.id, subjectId: asha.user.id, method: 'code' },
    ]);
    const { data } = await asha.get(api.listNotifications);
    expect(data.notifications.map(({ title }) => title)).toEqual(['Key taken']);
  });
});

test('the refusal of a key that is out names it, who has it and since when, but no email', async () => {
  const [asha, ravi, key] = [await campus.person(), await campus.person(), await campus.key()];
  const [first, second] = [await codeFor(asha, key.id), await codeFor(ravi, key.id)];
  const { data } = await desk.get(api.scanRequest, { body: { qrData: first.qrText } });
  const atDesk = await desk.call(api.scanRequest, { body: { qrData: second.qrText } });
  const onPhone = await ravi.call(api.issueCode, {
    body: { type: 'key-request', keyId: key.id },
  });
  for (const { status, body } of [atDesk, onPhone]) {
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'Key is not available',
    });
    expect(body.error).toEqual({
      code: 'KEY_NOT_AVAILABLE',
      details: {
        key: { keyId: key.id, keyNumber: key.keyNumber, keyName: key.keyName },
        holder: { userId: asha.user.id, name: asha.user.name },
        since: data.key.takenAt,
      },
    });
  }
  expect(await loansOf(key.id)).toMatchObject([{ holderId: asha.user.id }]);
});

describe('a code that was used', () => {
  test('gives the same desk the same answer again, says so, and changes nothing', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    const { qrText } = await codeFor(asha, key.id);
    const first = await desk.get(api.scanRequest, { body: { qrData: qrText } });
    const again = await desk.get(api.scanRequest, { body: { qrData: qrText } });
    expect(again).toEqual({ ...first, data: { ...first.data, repeated: true } });
    expect(await loansOf(key.id)).toHaveLength(1);
  });

  test('is refused at the same desk once the key has moved on, with what happened since', async () => {
    const deskId = await insertDesk(campus, { name: 'North Desk' });
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const key = await campus.key({ deskId });
    const { qrText } = await codeFor(asha, key.id);
    const { data } = await desk.get(api.scanRequest, { body: { qrData: qrText } });
    const { data: collected } = await desk.get(api.collectKey, { params: { id: key.id } });
    const usedAt = data.key.takenAt;
    const facts = {
      type: 'key-request',
      keyIds: [key.id],
      usedAt,
      person: { userId: asha.user.id, name: asha.user.name },
    };
    const { keyNumber, keyName } = key;
    const refusedWith = async (holder: object | null, since: string | null) => {
      const keys = [{ keyId: key.id, keyNumber, keyName, holder, since, deskId }];
      for (const route of [api.scanRequest, api.resolveCode])
        expect(await desk.call(route, { body: { qrData: qrText } })).toMatchObject({
          status: 409,
          body: {
            message: 'QR code has already been used',
            error: { code: 'QR_USED', details: { ...facts, keys } },
          },
        });
    };
    await refusedWith(null, collected.key.returnedAt);
    const next = await codeFor(ravi, key.id);
    const taken = await desk.get(api.scanRequest, { body: { qrData: next.qrText } });
    await refusedWith({ userId: ravi.user.id, name: ravi.user.name }, taken.data.key.takenAt);
    expect(await loansOf(key.id)).toHaveLength(2);
  });

  test('is refused at another desk', async () => {
    const [asha, key, other] = [
      await campus.person(),
      await campus.key(),
      await campus.person('security'),
    ];
    const { qrText } = await codeFor(asha, key.id);
    await desk.get(api.scanRequest, { body: { qrData: qrText } });
    expect(await other.call(api.scanRequest, { body: { qrData: qrText } })).toMatchObject({
      status: 409,
      body: { message: 'QR code has already been used', error: { code: 'QR_USED' } },
    });
  });

  test('is refused at the same desk once ten minutes have gone', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    const { qrText } = await codeFor(asha, key.id);
    await desk.get(api.scanRequest, { body: { qrData: qrText } });
    await campus.db.query(
      "UPDATE codes SET used_at = used_at - interval '601 seconds' WHERE key_ids = $1",
      [[key.id]],
    );
    expect((await desk.call(api.scanRequest, { body: { qrData: qrText } })).status).toBe(409);
  });
});

describe('a code that may not be used', () => {
  const refuse = async (qrData: unknown, status: number, message: string, keyId: string) => {
    const answer = await desk.call(api.scanRequest, { body: { qrData } });
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message });
    expect(await loansOf(keyId)).toEqual([]);
  };

  test('is refused once it has expired, by the clock of the database', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    const { qrText } = await codeFor(asha, key.id);
    await campus.db.query(
      `UPDATE codes SET issued_at = issued_at - interval '75 seconds',
                        expires_at = expires_at - interval '75 seconds' WHERE key_ids = $1`,
      [[key.id]],
    );
    const { timestamp, ...untimed } = JSON.parse(qrText);
    expect(timestamp).toBeDefined();
    await refuse(
      untimed,
      400,
      'Invalid QR code: QR code is expired (75 seconds old, max 60 seconds)',
      key.id,
    );
  });

  test('is refused when it names another person', async () => {
    const [asha, ravi, key] = [await campus.person(), await campus.person(), await campus.key()];
    const { qrData } = await codeFor(asha, key.id);
    const forged = { ...qrData, userId: ravi.user.id };
    await refuse(
      forged,
      400,
      'Invalid QR code: it does not match the code that was issued',
      key.id,
    );
  });

  test('is refused when this server did not issue it', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    const message = 'Invalid QR code: not issued by this server, please regenerate';
    const legacy = { type: 'key-request', keyId: key.id, userId: asha.user.id };
    await refuse(legacy, 400, message, key.id);
    await refuse({ ...legacy, requestId: '1'.repeat(26) }, 400, message, key.id);
    await refuse(`KD:${'2'.repeat(26)}`, 400, message, key.id);
  });

  test('is refused once a newer one has replaced it', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    const old = await codeFor(asha, key.id);
    await codeFor(asha, key.id);
    await refuse(old.qrText, 409, 'QR code is no longer valid, please regenerate', key.id);
  });

  test('is refused once its owner has signed out', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    const { qrText } = await codeFor(asha, key.id);
    await asha.get(api.logout);
    await refuse(qrText, 409, 'QR code is no longer valid, please regenerate', key.id);
  });

  test('is refused as a request when it is a return', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    const { qrText } = await codeFor(asha, key.id);
    await desk.get(api.scanRequest, { body: { qrData: qrText } });
    const { data } = await asha.get(api.issueCode, {
      body: { type: 'key-return', keyId: key.id },
    });
    const answer = await desk.call(api.scanRequest, { body: { qrData: data.qrText } });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Unsupported QR code type' } });
  });

  test.each([
    ['no JSON', 'hello', 'Invalid QR code format - not valid JSON'],
    ['no object', '[1]', 'QR data must be a valid object'],
    [
      'no type',
      '{}',
      "Invalid or missing 'type'. Allowed types: key-request, key-return, batch-return",
    ],
    [
      'no key data',
      '{"type":"key-request"}',
      'QR code does not contain valid key data (missing keyId, userId, or action identifier)',
    ],
    ['too much', 'x'.repeat(10_001), 'QR data must be at most 10000 characters'],
  ])('is refused when it holds %s', async (_what, qrData, reason) => {
    expect(await desk.call(api.scanRequest, { body: { qrData } })).toMatchObject({
      status: 400,
      body: { message: `Invalid QR code: ${reason}` },
    });
  });
});

test('at most one living code exists for a person and a key', async () => {
  const [asha, key] = [await campus.person(), await campus.key()];
  await Promise.all(Array.from({ length: 8 }, () => codeFor(asha, key.id)));
  const rows = await campus.db.orm.select().from(codes).where(eq(codes.userId, asha.user.id));
  expect(rows).toHaveLength(8);
  expect(rows.filter((row) => !row.voidedAt)).toHaveLength(1);
});
