import { api } from '@keydesk/shared/api';
import { inArray } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { dutiesAt, dutyAt, insertDesk } from '../../../test/desk-computer.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { send } from '../../../test/test-client.ts';
import { waitOptions } from '../../../test/wait-options.ts';
import { auditEvents } from '../../db/schema.ts';

const campus = testCampus();
const admin = campus.resident('admin');

async function add(name: string, more: object = {}) {
  const body = { name, place: 'Ground floor', ...more };
  return (await admin.get(api.addDesk, { body })).data.desk;
}

function change(id: string, body: object) {
  return admin.call(api.changeDesk, { params: { id }, body });
}

async function listed() {
  return (await admin.get(api.listDesks)).data.desks;
}

function events() {
  return listAuditEvents(campus.db, inArray(auditEvents.action, ['add-desk', 'change-desk']));
}

describe('a desk', () => {
  test('is added last, for everybody who is registered to see', async () => {
    const { message, data } = await admin.get(api.addDesk, {
      body: { name: ' Main Desk ', place: 'Hall', phone: ' 0471 ' },
    });
    expect(message).toBe('Main Desk added');
    expect(data.desk).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'Main Desk',
      place: 'Hall',
      phone: '0471',
      retired: false,
      version: 1,
    });
    const second = await add('Block D', { phone: '' });
    expect(second.phone).toBeNull();
    const teacher = await campus.person();
    const { desks } = (await teacher.get(api.getCampus)).data;
    expect(desks).toEqual([data.desk, second]);
    expect((await teacher.get(api.listDesks)).data.desks).toEqual(
      desks.map((desk) => ({ ...desk, keys: 0 })),
    );
    expect(await events()).toMatchObject([
      { action: 'add-desk', actorId: admin.user.id, details: { name: 'Main Desk', place: 'Hall' } },
      { action: 'add-desk', details: { name: 'Block D' } },
    ]);
  });

  test.each([
    [{}, 'Name is required'],
    [{ name: ' ', place: 'Hall' }, 'Name is required'],
    [{ name: 'Gate' }, 'Place is required'],
    [{ name: 'Gate\nHall', place: 'Hall' }, /^Name must be a single line/],
    [{ name: 'Gate', place: 'Hall\u202e' }, /^Place must be a single line/],
    [{ name: 'Gate', place: 'Hall', phone: '12\n34' }, /^Phone must be a single line/],
    [{ name: 'x'.repeat(61), place: 'Hall' }, 'Name must be at most 60 characters'],
    [{ name: 'Gate', place: 'Hall', phone: '1'.repeat(41) }, 'Phone must be at most 40 characters'],
    [{ name: 'Gate', place: 'Hall', retired: true }, /retired/],
  ])('is not added as %j', async (body, message) => {
    const answer = await admin.call(api.addDesk, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
  });

  test('has a name of its own, whatever the case', async () => {
    const gate = await add('Gate');
    const again = await admin.call(api.addDesk, { body: { name: 'GATE', place: 'x' } });
    expect(again).toMatchObject({ status: 409, body: { message: 'Gate already exists.' } });
    const other = await add('Gate 2');
    expect((await change(other.id, { name: 'gate' })).status).toBe(409);
    expect((await change(gate.id, { name: 'GATE' })).status).toBe(200);
  });

  test('added many times at once is added once', async () => {
    const body = { name: 'Rush', place: 'Hall' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => admin.call(api.addDesk, { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('is renamed, moved, retired and brought back, each with its old value in the trail', async () => {
    const desk = await add('Annexe', { phone: '12' });
    const first = await change(desk.id, { name: 'Annex', place: 'East', phone: null, position: 1 });
    expect(first).toMatchObject({
      status: 200,
      body: {
        message: 'Annex saved',
        data: { desk: { name: 'Annex', place: 'East', phone: null, version: desk.version + 1 } },
      },
    });
    expect((await listed())[0]?.id).toBe(desk.id);
    await change(desk.id, { position: 10_000 });
    expect((await listed()).at(-1)?.id).toBe(desk.id);
    await change(desk.id, { retired: true });
    expect((await listed()).at(-1)).toMatchObject({ id: desk.id, retired: true });
    await change(desk.id, { retired: true });
    await change(desk.id, { retired: false });
    expect((await listed()).at(-1)).toMatchObject({ id: desk.id, retired: false });
    const trail = (await events()).filter(({ action }) => action === 'change-desk').slice(-4);
    expect(trail.map(({ details }) => details)).toMatchObject([
      {
        desk: 'Annexe',
        before: { name: 'Annexe', place: 'Ground floor', phone: '12' },
        after: { name: 'Annex', place: 'East', phone: null, position: 1 },
      },
      { before: { position: 1 }, after: { position: 10_000 } },
      { desk: 'Annex', before: { retired: false }, after: { retired: true } },
      { before: { retired: true }, after: { retired: false } },
    ]);
  });

  test('that does not exist cannot be changed', async () => {
    expect(await change('f'.repeat(24), { name: 'X' })).toMatchObject({
      status: 404,
      body: { message: 'This desk does not exist.' },
    });
  });

  test('says of how many keys it is the home', async () => {
    const desk = await add('Library');
    await campus.key({ deskId: desk.id });
    await campus.key({ deskId: desk.id });
    await campus.key({ deskId: desk.id, deletedAt: new Date() });
    expect((await listed()).find(({ id }) => id === desk.id)?.keys).toBe(2);
  });

  test('is known to another process at once', async () => {
    const other = await campus.another();
    const desk = await add('Hostel');
    await vi.waitFor(async () => {
      const { desks } = (await admin.at(other).get(api.getCampus)).data;
      expect(desks.map(({ id }) => id)).toContain(desk.id);
    }, waitOptions);
  });

  test('is the last of two hundred, retired ones among them', async () => {
    const { rows } = await campus.db.query<{ count: number }>('SELECT count(*)::int FROM desks');
    await campus.db.query(
      `INSERT INTO desks (id, name, place, position)
       SELECT lpad(to_hex(n), 24, '0'), 'Desk ' || n, 'Hall', 100 + n
         FROM generate_series(1, $1::int) n`,
      [199 - (rows[0]?.count ?? 0)],
    );
    await add('The last');
    const answer = await admin.call(api.addDesk, { body: { name: 'One more', place: 'Hall' } });
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'TOO_MANY_DESKS' } } });
    expect(await listed()).toHaveLength(200);
  });
});

describe('a desk that is retired', () => {
  test('has no computers, duties or codes for computers any more, nor when it is brought back', async () => {
    const [old, other] = [await insertDesk(campus), await insertDesk(campus)];
    const [first, second] = [await dutyAt(campus, old), await dutyAt(campus, old)];
    const elsewhere = await dutyAt(campus, other);
    const body = { deskId: old, name: 'PC 3' };
    const { code } = (await admin.get(api.createEnrolment, { body })).data;
    await admin.get(api.changeDesk, { params: { id: old }, body: { retired: true } });
    await admin.get(api.changeDesk, { params: { id: old }, body: { retired: false } });
    for (const { computer } of [first, second])
      expect((await computer.call(api.listKeys)).status).toBe(401);
    expect(await dutiesAt(campus, first.computer)).toMatchObject([{ ended_by: 'revoked' }]);
    expect((await send(campus.url, api.enrolComputer, { body: { code } })).status).toBe(400);
    expect(await elsewhere.computer.duty()).toMatchObject({ locked: false });
    const { devices } = (await admin.get(api.listComputers)).data;
    expect(devices.filter(({ desk }) => desk.id === old).map(({ revokedAt }) => revokedAt)).toEqual(
      [expect.any(String), expect.any(String)],
    );
  });

  test('serves no computer that it still had when it was retired earlier', async () => {
    const deskId = await insertDesk(campus);
    const { computer } = await dutyAt(campus, deskId);
    await campus.db.query('UPDATE desks SET retired_at = now() WHERE id = $1', [deskId]);
    expect((await computer.call(api.listKeys)).status).toBe(401);
  });
});
