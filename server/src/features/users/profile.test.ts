import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Campus, openCampus } from '../../../test/campus.ts';
import { auditEvents, users } from '../../db/tables.ts';

let campus: Campus;

beforeAll(async () => {
  campus = await openCampus();
});
afterAll(() => campus.close());

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

  test('is changed for the caller alone', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    await asha.get(api.updateProfile, { body: { name: 'Somebody Else' } });
    expect((await ravi.get(api.checkAuth)).user.name).toBe(ravi.user.name);
  });

  test('leaves the old name in the audit trail', async () => {
    const asha = await campus.person();
    await asha.get(api.updateProfile, { body: { name: 'Asha R' } });
    expect(
      await campus.db.orm.select().from(auditEvents).where(eq(auditEvents.actorId, asha.user.id)),
    ).toMatchObject([{ action: 'rename', details: { from: asha.user.name, to: 'Asha R' } }]);
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
