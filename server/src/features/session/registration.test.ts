import { api } from '@keydesk/shared/api';
import { registrationDepartments } from '@keydesk/shared/campus/campus';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { campusOfTest, testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents } from '../../db/schema.ts';

const campus = testCampus();

let facultyIds = 0;

function newFacultyId() {
  facultyIds += 1;
  return `REG-${facultyIds}`;
}

function newcomer(email?: string) {
  return campus.person('pending', email ? { email } : {});
}

function register(visitor: TestClient, body: unknown) {
  return visitor.call(api.completeRegistration, { body });
}

async function expectRefusal(visitor: TestClient, body: unknown, status: number, message: string) {
  const answer = await register(visitor, body);
  expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message });
}

describe('the mailbox gives the role', () => {
  test.each([
    ['admin@campus.test', 'admin'],
    ['Security@Campus.test', 'security'],
  ] as const)('%s becomes %s, without further questions', async (email, role) => {
    const person = await newcomer(email);
    expect(await person.get(api.registrationStatus)).toMatchObject({
      needsRegistration: true,
      assignedRole: role,
      user: { role: 'pending' },
    });
    const { user, message } = await person.get(api.completeRegistration);
    expect(message).toBe('Registration completed successfully');
    expect(user).toMatchObject({ role, department: null, facultyId: null });
    expect(await person.get(api.registrationStatus)).toMatchObject({
      needsRegistration: false,
      assignedRole: role,
    });
    await person.get(api.listKeys);
  });

  test('anybody else becomes faculty, with department and trimmed Faculty ID', async () => {
    const person = await newcomer();
    expect((await person.get(api.registrationStatus)).assignedRole).toBe('faculty');
    const facultyId = newFacultyId();
    const { user } = await person.get(api.completeRegistration, {
      body: { department: 'CSE-AIML', facultyId: `  ${facultyId} ` },
    });
    expect(user).toMatchObject({ role: 'faculty', department: 'CSE-AIML', facultyId });
    await person.get(api.listKeys);
  });

  test('and never what the call asks for', async () => {
    const person = await newcomer();
    const wish = { department: 'CSE', facultyId: newFacultyId(), role: 'admin' };
    expect((await register(person, wish)).status).toBe(400);
    expect((await person.get(api.checkAuth)).user.role).toBe('pending');
  });
});

describe('faculty are refused', () => {
  test.each([
    ['nothing', {}, 'Please fill in all required fields'],
    ['no Faculty ID', { department: 'CSE' }, 'Please fill in all required fields'],
    [
      'a blank Faculty ID',
      { department: 'CSE', facultyId: '   ' },
      'Please fill in all required fields',
    ],
    ['no department', { facultyId: 'FAC-1' }, 'Please fill in all required fields'],
    ['an unknown department', { department: 'LAW', facultyId: 'F' }, 'Please select a department'],
    ['an empty department', { department: '', facultyId: 'F' }, 'Please select a department'],
    [
      'an endless Faculty ID',
      { department: 'CSE', facultyId: 'x'.repeat(41) },
      'Faculty ID must be at most 40 characters',
    ],
    [
      'a zero-width space in the Faculty ID',
      { department: 'CSE', facultyId: 'FAC001\u200b' },
      'Faculty ID must not contain control or invisible characters',
    ],
    [
      'two lines in the Faculty ID',
      { department: 'CSE', facultyId: 'FAC\n001' },
      'Faculty ID must not contain control or invisible characters',
    ],
    [
      'look-alikes of other scripts in the Faculty ID',
      { department: 'CSE', facultyId: 'FАС001' },
      'Faculty ID must not mix Latin, Cyrillic and Greek letters',
    ],
  ])('with %s', async (_what, body, message) => {
    const person = await newcomer();
    await expectRefusal(person, body, 400, message);
    expect((await person.get(api.checkAuth)).user).toMatchObject({
      role: 'pending',
      department: null,
      facultyId: null,
    });
  });

  test('with a Faculty ID that somebody has, whatever its case or width', async () => {
    const known = (await campus.person()).user.facultyId ?? '';
    const wide = known.replace('FAC', 'ＦＡＣ');
    expect(wide).not.toBe(known);
    for (const facultyId of [known.toLowerCase(), wide])
      await expectRefusal(
        await newcomer(),
        { department: 'CSE', facultyId },
        409,
        'This Faculty ID is already registered',
      );
  });

  test('once they are registered', async () => {
    await expectRefusal(
      await campus.person(),
      { department: 'IT', facultyId: newFacultyId() },
      409,
      'Registration is already complete',
    );
  });
});

test('every department of the campus can be chosen', async () => {
  for (const { value } of registrationDepartments) {
    const { user } = await (await newcomer()).get(api.completeRegistration, {
      body: { department: value, facultyId: newFacultyId() },
    });
    expect(user.department).toBe(value);
  }
});

test('of two registrations at once with one Faculty ID only one succeeds', async () => {
  const body = { department: 'CSE', facultyId: newFacultyId() };
  const answers = await Promise.all(
    [await newcomer(), await newcomer()].map((person) => register(person, body)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('of one person’s registrations in several tabs only one succeeds', async () => {
  const person = await newcomer();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      register(person, { department: 'CSE', facultyId: newFacultyId() }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test('faculty who lack a Faculty ID complete it and stay faculty', async () => {
  const person = await campus.person('faculty', { department: null, facultyId: null });
  expect((await person.get(api.registrationStatus)).needsRegistration).toBe(true);
  expect((await person.call(api.listKeys)).status).toBe(403);
  const { user } = await person.get(api.completeRegistration, {
    body: { department: 'ECE', facultyId: newFacultyId() },
  });
  expect(user).toMatchObject({ role: 'faculty', department: 'ECE' });
});

test('the mailbox gives its role to newcomers alone, not to faculty who complete', async () => {
  const open = await campusOfTest({ ADMIN_EMAIL: 'head@campus.test' });
  const person = await open.person('faculty', {
    email: 'head@campus.test',
    department: null,
    facultyId: null,
  });
  const { user } = await person.get(api.completeRegistration, {
    body: { department: 'IT', facultyId: 'HEAD-1' },
  });
  expect(user.role).toBe('faculty');
});

test('what the college stated of somebody beforehand stays as it is', async () => {
  const person = await campus.person('pending', { department: 'IT', facultyId: null });
  const facultyId = newFacultyId();
  const claim = { department: 'ECE', facultyId };
  expect(await person.call(api.completeRegistration, { body: claim })).toMatchObject({
    status: 400,
    body: { message: 'From your college’s records. If it is wrong, ask an admin.' },
  });
  const { user } = await person.get(api.completeRegistration, { body: { facultyId } });
  expect(user).toMatchObject({ department: 'IT', facultyId, departmentConfirmed: true });
  const known = await campus.person('pending', { facultyId: newFacultyId(), department: null });
  const other = { department: 'IT', facultyId: newFacultyId() };
  expect((await known.call(api.completeRegistration, { body: other })).status).toBe(400);
  const chosen = await known.get(api.completeRegistration, { body: { department: 'IT' } });
  expect(chosen.user).toMatchObject({ department: 'IT', departmentConfirmed: false });
});

test('a department that somebody chose themselves lets them take nothing until it is confirmed', async () => {
  const office = await campusOfTest();
  const admin = await office.person('admin');
  const key = await office.key({ level: 'high' });
  const rule = { target: 'key', targetId: key.id, subject: 'department', subjectId: 'IT' } as const;
  await admin.get(api.addAccessRule, {
    body: { ...rule, effect: 'allow', weekdays: [1, 2, 3, 4, 5, 6, 7], note: 'Their lab' },
  });
  const person = await office.person('pending', { department: null, facultyId: null });
  const body = { department: 'IT', facultyId: newFacultyId() };
  await person.get(api.completeRegistration, { body });
  const ask = () => person.call(api.issueCode, { body: { type: 'key-request', keyId: key.id } });
  expect((await ask()).status).toBe(403);
  const heading = 'Name,Email,Department';
  const { name, email } = person.user;
  const text = `${heading}\n${name},${email},IT`;
  const { data } = await admin.get(api.importUsers, { body: { text, dryRun: false } });
  expect(data.result.rows[0]?.changes).toEqual([
    {
      column: 'Department',
      before: 'Information Technology, not confirmed',
      after: 'Information Technology',
    },
  ]);
  expect((await ask()).status).toBe(200);
});

test('a registration is written in the audit trail', async () => {
  const person = await newcomer();
  const facultyId = newFacultyId();
  await person.get(api.completeRegistration, { body: { department: 'IT', facultyId } });
  expect(await listAuditEvents(campus.db, eq(auditEvents.actorId, person.user.id))).toMatchObject([
    { action: 'register', details: { role: 'faculty', department: 'IT', facultyId } },
  ]);
});
