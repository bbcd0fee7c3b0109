import { api } from '@keydesk/shared/api';
import { t as errorText } from '@keydesk/shared/texts/en/errors';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { requestCode } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { campusOfTest, testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents, departments } from '../../db/schema.ts';

const campus = testCampus();
const second = campus.secondProcess();
const admin = campus.resident('admin');

function wishFor({ user }: TestClient, changes: object = {}) {
  return {
    name: user.name,
    email: user.email,
    role: user.role,
    ...changes,
  };
}

function change(visitor: TestClient, changes: object, by = admin) {
  return by.call(api.updateUser, {
    params: { id: visitor.user.id },
    body: wishFor(visitor, changes),
  });
}

function eventsOf({ user }: TestClient) {
  return listAuditEvents(campus.db, eq(auditEvents.subjectId, user.id));
}

describe('an admin changes a person', () => {
  test('to another name and address, which count at once and are audited', async () => {
    const asha = await campus.person();
    const { status, body } = await change(asha, {
      name: '  Asha Rao ',
      email: 'Asha.New@Campus.test',
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        message: 'User updated successfully',
        data: {
          user: { id: asha.user.id, name: 'Asha Rao', email: 'asha.new@campus.test' },
        },
      },
    });
    expect((await asha.get(api.checkAuth)).user.name).toBe('Asha Rao');
    expect(await eventsOf(asha)).toMatchObject([
      {
        action: 'change-user',
        level: 'INFO',
        actorId: admin.user.id,
        details: { before: { name: asha.user.name }, after: { name: 'Asha Rao' } },
      },
    ]);
  });

  test('in any part, which leaves what another admin changed in the meantime', async () => {
    const omar = await campus.person('admin');
    const part = (body: object) =>
      admin.call(api.updateUser, { params: { id: omar.user.id }, body });
    await part({ role: 'faculty' });
    for (const body of [{ name: 'Omar Nair' }, { email: 'omar.nair@campus.test' }, {}])
      expect((await part(body)).body).toMatchObject({
        data: { user: { ...body, role: 'faculty' } },
      });
    expect((await eventsOf(omar)).map(({ action }) => action)).toEqual([
      'change-role',
      'change-user',
      'change-user',
    ]);
  });

  test('in department, Faculty ID and phone, which that confirms and the audit keeps apart', async () => {
    const asha = await campus.person('faculty', { department: 'CSE', departmentConfirmed: false });
    const part = (body: object) =>
      admin.call(api.updateUser, { params: { id: asha.user.id }, body });
    expect((await part({ phone: ' +91 80 1234 ', department: 'CSE' })).body).toMatchObject({
      data: { user: { phone: '+91 80 1234', departmentConfirmed: false } },
    });
    const { body } = await part({ department: 'MECH', facultyId: ' ＭＥＣＨ-9 ', phone: '' });
    expect(body).toMatchObject({
      data: {
        user: { department: 'MECH', departmentConfirmed: true, facultyId: 'MECH-9', phone: null },
      },
    });
    expect((await eventsOf(asha)).at(-1)).toMatchObject({
      action: 'change-user',
      details: {
        before: { department: 'CSE', phone: '+91 80 1234', departmentConfirmed: false },
        after: { department: 'MECH', facultyId: 'MECH-9', departmentConfirmed: true },
      },
    });
    const { rows } = await campus.db.query<{ sealed: string }>(
      'SELECT details::text AS sealed FROM audit_events WHERE subject_id = $1',
      [asha.user.id],
    );
    expect(rows.map(({ sealed }) => sealed).join()).not.toMatch(/MECH|1234/);
  });

  test('who is no faculty, and whose department and Faculty ID can be emptied', async () => {
    const guard = await campus.person('security', { department: 'CSE', facultyId: 'GUARD-7' });
    const body = { department: null, facultyId: '' };
    expect(await admin.call(api.updateUser, { params: { id: guard.user.id }, body })).toMatchObject(
      {
        status: 200,
        body: { data: { user: { department: null, facultyId: null } } },
      },
    );
  });

  test('whose department is retired, and stays theirs', async () => {
    const retired = { code: 'OLD', label: 'Old', registers: true, lends: true, position: 99 };
    await campus.db.orm.insert(departments).values({ ...retired, retiredAt: new Date() });
    const asha = await campus.person('faculty', { department: 'OLD' });
    expect((await change(asha, { department: 'OLD', phone: '7' })).status).toBe(200);
    const ravi = await campus.person();
    expect(await change(ravi, { department: 'OLD' })).toMatchObject({
      status: 400,
      body: { error: { code: 'DEPARTMENT_REQUIRED' } },
    });
  });

  test.each(['pending', 'operator', 'responder'] as const)('who stays %s', async (role) => {
    const omar = await campus.person(role);
    expect((await change(omar, { name: 'Omar Nair' })).body).toMatchObject({
      data: { user: { name: 'Omar Nair', role } },
    });
  });

  test('whose codes and live connections stay while their role does', async () => {
    const asha = await campus.person();
    const page = await openPage(asha);
    const { qrText } = await requestCode(asha, (await campus.key()).id);
    await change(asha, { name: 'Asha' });
    await page.caughtUp();
    expect(page.socket.connected).toBe(true);
    await admin.get(api.scanRequest, { body: { qrData: qrText } });
  });

  test('to another role: their codes are void, their live connections end at every process', async () => {
    const asha = await campus.person();
    const pages = [await openPage(asha), await openPage(asha.at(second))];
    const { qrText } = await requestCode(asha, (await campus.key()).id);
    expect((await change(asha, { role: 'security' })).status).toBe(200);
    for (const page of pages) expect(await page.ended).toBe('io server disconnect');
    const scan = await admin.call(api.scanRequest, { body: { qrData: qrText } });
    expect({ status: scan.status, message: scan.body.message }).toEqual({
      status: 409,
      message: 'QR code is no longer valid, please regenerate',
    });
    expect((await asha.call(api.resolveCode, { body: { qrData: qrText } })).status).not.toBe(403);
    expect((await eventsOf(asha)).at(-1)).toMatchObject({
      action: 'change-role',
      level: 'WARN',
      details: { before: { role: 'faculty' }, after: { role: 'security' } },
    });
  });

  test('into faculty without a department, who must then register', async () => {
    const guard = await campus.person('security');
    await change(guard, { role: 'faculty' });
    expect((await guard.call(api.listKeys)).body.message).toBe('Complete your registration first.');
    const { needsRegistration, assignedRole } = await guard.get(api.registrationStatus);
    expect({ needsRegistration, assignedRole }).toEqual({
      needsRegistration: true,
      assignedRole: 'faculty',
    });
    const body = { department: 'CSE', facultyId: 'FORMER-GUARD' };
    await guard.get(api.completeRegistration, { body });
    await guard.get(api.listKeys);
  });
});

describe('a change is refused', () => {
  test('when somebody else has the address, however it is written', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const { status, body } = await change(asha, { email: ravi.user.email.toUpperCase() });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { message: 'User already exists', error: { code: 'EMAIL_TAKEN' } },
    });
    expect((await asha.get(api.checkAuth)).user.email).toBe(asha.user.email);
  });

  test('when somebody else has the Faculty ID, in either order of two at once', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const answers = await Promise.all([
      change(asha, { facultyId: 'Twin-1' }),
      change(ravi, { facultyId: 'TWIN-1' }, await campus.person('admin')),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'This Faculty ID is already registered',
      error: { code: 'FACULTY_ID_TAKEN' },
    });
  });

  test('when somebody else has changed it since the version it is based on, with what is stored now', async () => {
    const asha = await campus.person();
    const { version } = (await asha.get(api.checkAuth)).user;
    await change(asha, { phone: '080 1' }, await campus.person('admin'));
    expect(await change(asha, { phone: '080 2', version })).toMatchObject({
      status: 409,
      body: { error: { code: 'STALE', details: { current: { phone: '080 1' } } } },
    });
  });

  test.each([
    [{ department: 'NOWHERE' }, 'Please select a department'],
    [{ department: '!' }, 'Please select a department'],
    [{ department: '' }, errorText('FACULTY_FIELD_KEPT')],
    [{ facultyId: null }, errorText('FACULTY_FIELD_KEPT')],
    [{ facultyId: '!!' }, 'Faculty ID must have a letter or digit'],
    [{ phone: '0'.repeat(41) }, 'Phone must be at most 40 characters'],
    [{ name: ' ' }, 'Name is required'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'nobody' }, 'Enter a valid email address'],
    [{ role: 'pending' }, 'Choose the role faculty, security or admin.'],
    [{ role: 'king' }, 'Choose a role'],
    [{ surplus: 1 }, expect.any(String)],
  ])('when the form is wrong: %j', async (changes, message) => {
    const asha = await campus.person();
    expect(await change(asha, changes)).toMatchObject({ status: 400, body: { message } });
  });

  test('for somebody who is not there', async () => {
    const gone = await campus.person('faculty', { deletedAt: new Date() });
    expect(await change(gone, {})).toMatchObject({
      status: 404,
      body: { message: 'User not found' },
    });
  });
});

describe('the last admin', () => {
  test('keeps their role, and their name can be changed all the same', async () => {
    const lonely = await campusOfTest();
    const only = await lonely.person('admin');
    const refused = await change(only, { role: 'faculty' }, only);
    expect({ status: refused.status, body: refused.body }).toMatchObject({
      status: 409,
      body: { error: { code: 'LAST_ADMIN' } },
    });
    expect((await change(only, { name: 'Renamed' }, only)).status).toBe(200);
    expect((await only.get(api.checkAuth)).user).toMatchObject({ role: 'admin', name: 'Renamed' });
  });

  test('remains when two admins demote each other at the same time', async () => {
    const lonely = await campusOfTest();
    const [one, two] = [await lonely.person('admin'), await lonely.person('admin')];
    const answers = await Promise.all([
      change(two, { role: 'faculty' }, one),
      change(one, { role: 'faculty' }, two),
    ]);
    const { rows } = await lonely.db.query("SELECT id FROM users WHERE role = 'admin'");
    expect(rows).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
