import { api } from '@keydesk/shared/api';
import { toLocalTime } from '@keydesk/shared/core/dates';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { beginDuty, enrolComputer, insertDesk } from '../../../test/desk-computer.ts';
import { giveKey, loansOf, requestCode } from '../../../test/handovers.ts';
import { lend, lent, setDesk } from '../../../test/lending.ts';
import type { TestApp } from '../../../test/test-app.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents } from '../../db/schema.ts';

let key: Awaited<ReturnType<TestApp['key']>>;

const campus = testCampus();
const guard = campus.resident('security', { name: 'R. Singh' });
const admin = campus.resident('admin');
const ravi = campus.newcomer('faculty', { name: 'Ravi Kumar' });
beforeEach(async () => {
  key = await campus.key();
});

function byCard(cardText: string, keyId = key.id) {
  return guard.call(api.lendKey, { body: { keyId, cardText } });
}

async function teach(person: TestClient, cardText: string) {
  await guard.get(api.addPersonCard, { params: { id: person.user.id }, body: { cardText } });
}

async function lastNotice(person: TestClient) {
  return (await person.get(api.listNotifications)).data.notifications[0];
}

describe('the desk lends to a named person', () => {
  test('and the record says who, by whom, and that they were known by name', async () => {
    const { status, body } = await lend(guard, ravi, key.id);
    expect(status).toBe(200);
    const [loan] = await loansOf(campus.db, key.id);
    expect(loan).toMatchObject({
      holderId: ravi.user.id,
      handedBy: guard.user.id,
      identifiedBy: 'desk',
      returnedAt: null,
    });
    expect(body).toMatchObject({
      message: `Key ${key.keyNumber} (${key.keyName}) handed out to Ravi Kumar`,
      data: {
        key: { _id: key.id, status: 'unavailable', takenBy: { userId: ravi.user.id } },
        holder: { id: ravi.user.id, name: 'Ravi Kumar', email: ravi.user.email },
        loanId: loan?.id,
      },
    });
    const [event] = await listAuditEvents(campus.db, eq(auditEvents.loanId, loan?.id ?? ''));
    expect(event).toMatchObject({ action: 'hand-out', method: 'desk', subjectId: ravi.user.id });
    const history = await guard.get(api.keyHistory, { params: { id: key.id } });
    expect(history.data.loans).toMatchObject([{ identifiedBy: 'desk' }]);
  });

  test('and the person is told at once by whom, with the loan that they may dispute', async () => {
    const loanId = await lent(guard, ravi, key.id);
    expect(await lastNotice(ravi)).toMatchObject({
      title: 'Key taken',
      message: `Key ${key.keyNumber} was handed to you by R. Singh.`,
      keyId: key.id,
      loanId,
    });
  });

  test('while a hand-out by code says nothing of the kind', async () => {
    await giveKey(guard, ravi, key.id);
    expect(await loansOf(campus.db, key.id)).toMatchObject([{ identifiedBy: 'code' }]);
    expect(await lastNotice(ravi)).toMatchObject({ template: 'key-taken', kind: 'handover' });
  });

  test('and a code that they still show is refused then, while the key comes back as ever', async () => {
    const { qrText } = await requestCode(ravi, key.id);
    await lent(guard, ravi, key.id);
    const scanned = await guard.call(api.scanRequest, { body: { qrData: qrText } });
    expect(scanned).toMatchObject({ status: 409, body: { message: 'Key is not available' } });
    await guard.get(api.collectKey, { params: { id: key.id } });
    expect(await loansOf(campus.db, key.id)).toMatchObject([{ returnType: 'collected' }]);
  });
});

describe('an ID card', () => {
  test('names its person, and the loan says so', async () => {
    await teach(ravi, ' 04a1b2c3 ');
    const { status } = await byCard('04A1B2C3');
    expect(status).toBe(200);
    expect(await loansOf(campus.db, key.id)).toMatchObject([
      { holderId: ravi.user.id, identifiedBy: 'card' },
    ]);
    const [event] = await campus.db.orm
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.keyId, key.id))
      .orderBy(desc(auditEvents.id));
    expect(event).toMatchObject({ action: 'hand-out', method: 'card' });
  });

  test('that nobody has names nobody', async () => {
    expect(await byCard('99999999')).toMatchObject({
      status: 404,
      body: { message: 'Person not found' },
    });
  });
});

describe('it is refused', () => {
  test('for a key that is out, with who has it since when', async () => {
    await lent(guard, ravi, key.id);
    const other = await campus.person();
    const [loan] = await loansOf(campus.db, key.id);
    const { hour, minute } = toLocalTime(loan?.takenAt ?? new Date(), 'Asia/Kolkata');
    const since = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
    const message = `Key is not available: ${key.keyNumber} is with Ravi Kumar since ${since}`;
    const { status, body } = await lend(guard, other, key.id);
    expect({ status, message: body.message }).toEqual({ status: 409, message });
    expect(body.error).toMatchObject({
      code: 'KEY_NOT_AVAILABLE',
      details: {
        holder: { userId: ravi.user.id },
        verdict: { outcome: 'refused', reasons: [{ text: message, who: 'Ravi Kumar' }] },
      },
    });
    expect(await loansOf(campus.db, key.id)).toHaveLength(1);
  });

  test('for somebody who is not there, and for somebody who may not have keys', async () => {
    const [removed, suspended, pending] = [
      await campus.person('faculty', { deletedAt: new Date() }),
      await campus.person('faculty', { suspendedAt: new Date() }),
      await campus.person('pending'),
    ];
    expect(await lend(guard, removed, key.id)).toMatchObject({
      status: 404,
      body: { message: 'Person not found' },
    });
    expect(await lend(guard, suspended, key.id)).toMatchObject({
      status: 409,
      body: { message: `${suspended.user.name} cannot take keys.` },
    });
    expect(await lend(guard, pending, key.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'HOLDER_CANNOT_BORROW' } },
    });
    expect(await lend(guard, ravi, '0'.repeat(24))).toMatchObject({
      status: 404,
      body: { message: 'Key not found' },
    });
    expect(await loansOf(campus.db, key.id)).toEqual([]);
  });

  test('when half is missing or something else is said', async () => {
    for (const body of [
      { keyId: key.id },
      { keyId: key.id, holderId: ravi.user.id },
      { keyId: key.id, holderId: ravi.user.id, identifiedBy: 'code' },
      { keyId: key.id, holderId: ravi.user.id, identifiedBy: 'desk', cardText: '04A1B2C3' },
      { keyId: key.id, cardText: '' },
      { holderId: ravi.user.id, identifiedBy: 'desk' },
    ])
      expect((await guard.call(api.lendKey, { body })).status).toBe(400);
  });

  test.each([
    ['card', 403, 200],
    ['off', 403, 403],
  ] as const)('by the setting %s', async (lendByName, named, carded) => {
    const card = `CARD-${lendByName}`;
    await teach(ravi, card);
    await setDesk(admin, { lendByName });
    const settings = (await guard.get(api.deskSettings)).data;
    const [byName, withCard] = [await lend(guard, ravi, key.id), await byCard(card)];
    await setDesk(admin);
    expect(settings.lendByName).toBe(lendByName);
    expect([byName.status, withCard.status]).toEqual([named, carded]);
    if (carded === 200)
      expect(byName.body.message).toBe(
        'Handing out by name is turned off. Ask for the QR code or the card.',
      );
    else
      for (const { body } of [byName, withCard])
        expect(body).toMatchObject({
          message: 'Handing out without a code is turned off. Ask for the QR code.',
          error: { code: 'LENDING_OFF', details: { verdict: { outcome: 'refused' } } },
        });
  });
});

test('where tags are checked, the tag of the physical key is asked for here too', async () => {
  await setDesk(admin, { tagCheck: 'all' });
  const [without, wrong] = [await lend(guard, ravi, key.id), await campus.key()];
  const body = { keyId: key.id, holderId: ravi.user.id, identifiedBy: 'desk' };
  const withTag = (id: string) =>
    guard.call(api.lendKey, { body: { ...body, tag: formatKeyTag(id) } });
  const answers = [without, await withTag(wrong.id), await withTag(key.id)];
  await setDesk(admin);
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 200]);
  expect(without.body.error).toMatchObject({
    details: { verdict: { obligations: ['tag'] } },
  });
  expect(answers[1]?.body.message).toBe(
    `This is ${wrong.keyNumber}. Ravi Kumar asked for ${key.keyNumber}.`,
  );
  expect(await loansOf(campus.db, key.id)).toMatchObject([{ tagCheckedOut: true }]);
});

test('a guard on duty is named with the desk, to the holder and in the record', async () => {
  const deskId = await insertDesk(campus, { name: 'Main Desk' });
  const computer = await enrolComputer(campus, deskId);
  await beginDuty(computer, guard);
  const body = { keyId: key.id, holderId: ravi.user.id, identifiedBy: 'desk' };
  const { loanId } = (await computer.get(api.lendKey, { body })).data;
  expect(await loansOf(campus.db, key.id)).toMatchObject([
    { deskId, dutyId: expect.any(String), handedBy: guard.user.id, identifiedBy: 'desk' },
  ]);
  expect((await lastNotice(ravi))?.message).toBe(
    `Key ${key.keyNumber} was handed to you at Main Desk by R. Singh.`,
  );
  await ravi.get(api.disputeLoan, { params: { id: loanId } });
  expect((await lastNotice(admin))?.message).toBe(
    `Disputed handover: Ravi Kumar says they did not receive key ${key.keyNumber}. Recorded at Main Desk by R. Singh.`,
  );
  await computer.get(api.endDuty);
  expect((await computer.call(api.lendKey, { body })).status).toBe(403);
});
