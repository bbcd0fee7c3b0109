import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { entered } from '../../../test/visitors.ts';
import { auditEvents } from '../../db/schema.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const menon = campus.resident('faculty');

const fields = { keyName: 'Vault', location: 'Cellar' };

test('both are changed with a new version of the key, and recorded', async () => {
  const key = await campus.key({ keyNumber: 'LV-2' });
  const params = { id: key.id };
  const ownerId = menon.user.id;
  const change = async (body: object) =>
    (await admin.get(api.updateKey, { params, body })).data.key;
  expect(await change({ level: 'restricted', ownerId })).toMatchObject({
    level: 'restricted',
    ownerId,
    version: key.version + 1,
  });
  const back = await change({ level: 'normal', ownerId: null });
  expect(back).not.toHaveProperty('level');
  expect(back).not.toHaveProperty('ownerId');
  const events = await listAuditEvents(campus.db, eq(auditEvents.keyId, key.id));
  expect(events.map(({ details }) => details).slice(0, 2)).toEqual([
    { before: { level: 'normal' }, after: { level: 'restricted', ownerId } },
    { before: { level: 'restricted', ownerId }, after: { level: 'normal', ownerId: null } },
  ]);
});

test('an owner must be a member, and a level be one of the three', async () => {
  const { id } = await campus.key();
  const gone = await campus.person('faculty', { deletedAt: new Date() });
  const update = (body: object) => admin.call(api.updateKey, { params: { id }, body });
  const visitor = await entered(admin, await campus.person());
  for (const ownerId of ['f'.repeat(24), gone.user.id, visitor]) {
    expect((await update({ ownerId })).body).toMatchObject({ error: { code: 'PERSON_NOT_FOUND' } });
    const body = { ...fields, keyNumber: `LV-${ownerId}`, ownerId };
    expect((await admin.call(api.createKey, { body })).status).toBe(404);
  }
  expect((await update({ level: 'secret' })).body).toMatchObject({
    message: expect.stringContaining('Choose normal, restricted or high'),
    error: { code: 'BAD_INPUT' },
  });
});
