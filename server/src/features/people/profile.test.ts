import { api } from '@keydesk/shared/api';
import { addLanguage } from '@keydesk/shared/texts/translator';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { Browser } from '../../../test/browser.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { send, type TestClient } from '../../../test/test-client.ts';
import { auditEvents, users } from '../../db/schema.ts';

const campus = testCampus();

describe('one’s own profile', () => {
  test('takes a new name, trimmed', async () => {
    const asha = await campus.person();
    const { user, message } = await asha.get(api.updateProfile, { body: { name: '  Asha R ' } });
    expect(message).toBe('Profile updated successfully');
    expect(user.name).toBe('Asha R');
    expect((await asha.get(api.checkAuth)).user).toEqual(user);
  });

  test.each([
    { name: 'Asha', email: 'admin@campus.test' },
    { name: 'Asha', role: 'admin' },
    { name: 'Asha', facultyId: 'F-1' },
    { name: 'Asha', id: '0'.repeat(24) },
    { role: 'admin' },
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(121) },
    { name: null },
    {},
  ])('changes nothing else: %j is refused', async (body) => {
    const asha = await campus.person();
    const before = await asha.get(api.checkAuth);
    expect((await asha.call(api.updateProfile, { body })).status).toBe(400);
    expect((await asha.get(api.checkAuth)).user).toEqual(before.user);
  });

  test('leaves the old name in the audit trail', async () => {
    const asha = await campus.person();
    await asha.get(api.updateProfile, { body: { name: 'Asha Renamed' } });
    expect(await listAuditEvents(campus.db, eq(auditEvents.actorId, asha.user.id))).toMatchObject([
      { action: 'rename', details: { from: asha.user.name, to: 'Asha Renamed' } },
    ]);
  });
});

describe('a name', () => {
  const rename = (visitor: TestClient, name: string) =>
    visitor.call(api.updateProfile, { body: { name } });
  const reserved = 'This name is reserved for a desk or role. Choose another.';
  const invisible = 'Name must not contain control or invisible characters';

  test.each([
    ['Security Desk', reserved],
    ['Night Security', reserved],
    ['Security Guard', reserved],
    ['Sysadmin', reserved],
    ['Secvrity Desk', reserved],
    ['ａｄｍｉｎ', reserved],
    ['Security\u0020\u00a0 Desk', reserved],
    ['\u0410dministrator', reserved],
    ['Asha \u202eoaR', invisible],
    ['Asha\u200bRao', invisible],
    ['Asha\nSecurity Desk', invisible],
    ['A', 'Name must be at least 2 characters'],
    ['x'.repeat(81), 'Name must be at most 80 characters'],
    ['1234', 'Name must contain a letter'],
  ])('cannot be forged: %j', async (name, message) => {
    const asha = await campus.person();
    expect(await rename(asha, name)).toMatchObject({ status: 400, body: { message } });
    expect((await asha.get(api.checkAuth)).user.name).toBe(asha.user.name);
  });

  test('of a desk is nobody’s to take while the desk is in use', async () => {
    const admin = await campus.person('admin');
    const body = { name: 'Library Counter', place: 'Library' };
    const { id } = (await admin.get(api.addDesk, { body })).data.desk;
    const [asha, ravi] = [
      await campus.person(),
      await campus.person('faculty', { name: 'Library Counter' }),
    ];
    const edit = (person: TestClient, name: string) => {
      const { email, role } = person.user;
      return admin.call(api.updateUser, {
        params: { id: person.user.id },
        body: { name, email, role },
      });
    };
    const refused = { status: 400, body: { message: reserved } };
    expect(await rename(asha, 'LIBRARY  C\u043eunter')).toMatchObject(refused);
    expect(await edit(asha, 'library counter')).toMatchObject(refused);
    expect((await edit(ravi, 'Library Counter')).status).toBe(200);
    expect((await rename(ravi, 'Library Counter')).status).toBe(200);
    await edit(ravi, 'Ravi Kumar');
    await admin.get(api.changeDesk, { params: { id }, body: { retired: true } });
    expect((await rename(asha, 'Library Counter')).status).toBe(200);
  });

  test('of the mailbox of a role may be that of the role', async () => {
    const desk = await campus.person('security', { email: 'security@campus.test', name: 'Gate' });
    expect((await rename(desk, 'Security Desk')).status).toBe(200);
  });

  test('of somebody else who is here is an administrator’s to give, however it is spelled', async () => {
    const meera = await campus.person('faculty', { name: 'Meera Pillai' });
    const asha = await campus.person();
    for (const name of ['Meera Pillai', 'MEERA  pillai', 'Mееrа Pillai', 'Méera-Pillai'])
      expect(await rename(asha, name)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('ask an admin') },
      });
    expect((await rename(meera, 'Meera pillai')).status).toBe(200);
    await campus.db.query('UPDATE users SET suspended_at = now() WHERE id = $1', [meera.user.id]);
    expect((await rename(asha, 'Meera Pillai')).status).toBe(200);
  });

  test('is changed three times a day at most, and refusals do not count', async () => {
    const asha = await campus.person();
    expect((await rename(asha, 'Admin')).status).toBe(400);
    for (const name of ['Anil One', 'Anil Two', 'Anil Two', 'Anil Three'])
      expect((await rename(asha, name)).status).toBe(200);
    const fourth = await rename(asha, 'Anil Four');
    expect(fourth).toMatchObject({ status: 429, body: { error: { code: 'RENAMED_TOO_OFTEN' } } });
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect((await asha.get(api.checkAuth)).user.name).toBe('Anil Three');
  });

  test('is changed as rarely by many calls at once, which keep nobody else waiting', async () => {
    const asha = await campus.person();
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const answers = await Promise.all(letters.map((letter) => rename(asha, `Anil B${letter}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  });

  test('that changes is told to the admins, with the old one', async () => {
    const admin = await campus.person('admin');
    const asha = await campus.person('faculty', { name: 'Asha Rao' });
    await rename(asha, 'Anil O’Connor-Rao');
    await rename(asha, 'Anil O’Connor-Rao');
    const { notifications } = (await admin.get(api.listNotifications)).data;
    expect(notifications.map(({ title, message }) => ({ title, message }))).toEqual([
      {
        title: 'Name changed',
        message: `A person changed their name: Asha Rao (${asha.user.email}) is now Anil O’Connor-Rao.`,
      },
    ]);
  });

  test('is no admin’s to forge either, but an old one may stay', async () => {
    const admin = await campus.person('admin');
    const gate = await campus.person('security', { name: 'Security' });
    const edit = (name: string, role: string) =>
      admin.call(api.updateUser, {
        params: { id: gate.user.id },
        body: { name, role, email: gate.user.email },
      });
    expect(await edit('Admin', 'security')).toMatchObject({
      status: 400,
      body: { message: reserved },
    });
    expect((await edit('Security', 'admin')).status).toBe(200);
  });

  test.each([
    ['Security Desk', 'forger', 'forger'],
    ['Asha\u202e\u200b Iyer', 'asha.iyer', 'Asha Iyer'],
  ])('that the provider claims is made to fit: %j', async (claimed, mailbox, name) => {
    const browser = new Browser();
    const chooser = await browser.visit(`${campus.url}/api/auth/google`, `${campus.url}/login`);
    await browser.visit(chooser.url.href, `${campus.url}/login`, {
      email: `${mailbox}@campus.test`,
      name: claimed,
    });
    const [person] = await campus.db.orm
      .select()
      .from(users)
      .where(eq(users.email, `${mailbox}@campus.test`));
    expect(person?.name).toBe(name);
  });
});

describe('one’s own language', () => {
  afterAll(addLanguage('eo', () => ({})));
  const choose = (person: TestClient, language: unknown) =>
    person.call(api.updateProfile, { body: { name: person.user.name, language } as never });

  test('is none at first, is kept once chosen, and can be given up', async () => {
    const asha = await campus.person();
    expect((await asha.get(api.checkAuth)).user.language).toBeNull();
    for (const language of ['eo', null]) {
      expect(await choose(asha, language)).toMatchObject({ body: { user: { language } } });
      expect((await asha.get(api.checkAuth)).user).toMatchObject({ language, version: 1 });
    }
    const events = await listAuditEvents(campus.db, eq(auditEvents.actorId, asha.user.id));
    expect(events.map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'change-preferences', details: { language: 'eo' } },
      { action: 'change-preferences', details: { language: null } },
    ]);
  });

  test('stays when only the name is sent', async () => {
    const asha = await campus.person();
    await choose(asha, 'eo');
    await asha.get(api.updateProfile, { body: { name: 'Asha Other' } });
    const { name, language } = (await asha.get(api.checkAuth)).user;
    expect([name, language]).toEqual(['Asha Other', 'eo']);
  });

  test.each(['zz', '', 7, 'EO'])('must have texts: %j', async (language) => {
    const asha = await campus.person();
    expect((await choose(asha, language)).status).toBe(400);
  });

  test('is chosen by nobody else', async () => {
    const visitor = await campus.person('pending');
    expect((await choose(visitor, 'eo')).status).toBe(403);
    const stranger = { body: { name: 'Nobody', language: 'eo' } };
    expect((await send(campus.url, api.updateProfile, stranger)).status).toBe(401);
  });
});

describe('a person’s details', () => {
  const look = (userId: string) => ({ params: { userId } });

  test('are shown to themselves', async () => {
    const asha = await campus.person();
    const { id, name, email, role, department, facultyId } = asha.user;
    expect((await asha.get(api.getUser, look(id))).user).toEqual({
      id,
      name,
      email,
      role,
      department,
      facultyId,
      phone: null,
    });
  });

  test.each(['security', 'admin'] as const)('are shown to %s', async (role) => {
    const [desk, asha] = [await campus.person(role), await campus.person()];
    const { user } = await desk.get(api.getUser, look(asha.user.id));
    expect(user.email).toBe(asha.user.email);
  });

  test.each(['faculty', 'operator', 'responder'] as const)(
    'are hidden from %s, who learn not even whether somebody exists',
    async (role) => {
      const [reader, ravi] = [await campus.person(role), await campus.person()];
      const refused = await reader.call(api.getUser, look(ravi.user.id));
      expect(refused.status).toBe(403);
      expect(await reader.call(api.getUser, look('0'.repeat(23).concat('f')))).toMatchObject({
        status: 403,
        body: refused.body,
      });
    },
  );

  test('are not found when there is nobody, or nobody any more', async () => {
    const [desk, gone] = [await campus.person('security'), await campus.person()];
    await campus.db.orm
      .update(users)
      .set({ deletedAt: new Date() })
      .where(eq(users.id, gone.user.id));
    for (const id of [gone.user.id, 'f'.repeat(24)])
      expect(await desk.call(api.getUser, look(id))).toMatchObject({
        status: 404,
        body: { message: 'User not found' },
      });
  });

  test.each(['me', 'F'.repeat(24), '1', "'"])('are not looked up by %j', async (id) => {
    const desk = await campus.person('security');
    expect((await desk.call(api.getUser, look(id))).status).toBe(400);
  });
});
