import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { loansOf } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { confirmedVisitor, entered, newPhone } from '../../../test/visitors.ts';
import { loans, users, visitors } from '../../db/schema.ts';
import { visitorJob } from './forget-visitors.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const guard = campus.resident('security');
const asha = campus.resident('faculty', { name: 'Asha Rao' });
const day = 86_400_000;
const now = new Date();

function daysAgo(days: number): Date {
  return new Date(now.getTime() - days * day);
}

/** A visitor whose time ended then, with a key that they had; when it came back, if it did. */
async function visitorWithKey(over: Date, returnedAt: Date | null) {
  const phone = newPhone();
  const id = await confirmedVisitor(campus, guard, asha, { phone, name: 'Ravindranath' });
  const key = await campus.key();
  const body = { keyId: key.id, holderId: id, identifiedBy: 'desk' };
  await guard.get(api.lendKey, { body });
  if (returnedAt) await guard.get(api.collectKey, { params: { id: key.id } });
  const takenAt = new Date((returnedAt ?? over).getTime() - day);
  await campus.db.orm.update(loans).set({ takenAt, returnedAt }).where(eq(loans.holderId, id));
  await campus.db.orm.update(visitors).set({ validUntil: over }).where(eq(visitors.userId, id));
  return { id, phone, keyId: key.id };
}

async function personOf(id: string) {
  const [row] = await campus.db.orm.select().from(users).where(eq(users.id, id));
  return row;
}

test('a visitor is forgotten 90 days after they brought their last key, and their loan stays', async () => {
  const { id, phone, keyId } = await visitorWithKey(daysAgo(92), daysAgo(91));
  await visitorJob(campus.db).run(now);
  expect(await personOf(id)).toMatchObject({ name: 'Former member', phone: null });
  expect(await loansOf(campus.db, keyId)).toMatchObject([{ holderId: id }]);
  expect(await campus.db.orm.select().from(visitors).where(eq(visitors.userId, id))).toEqual([]);
  for (const table of ['users', 'visitors', 'notifications', 'audit_events', 'audit_personal']) {
    const { rows } = await campus.db.query(
      `SELECT 1 FROM ${table} AS r WHERE r::text LIKE '%' || $1 || '%' OR r::text LIKE '%Ravindra%'`,
      [phone],
    );
    expect([table, rows]).toEqual([table, []]);
  }
  const { data } = await admin.get(api.keyHistory, { params: { id: keyId } });
  expect(data.loans).toMatchObject([{ holder: { name: 'Former member' } }]);
  // The number is free for someone who is new.
  expect(await entered(guard, asha, { phone })).not.toBe(id);
});

test.each([
  ['89 days after', daysAgo(100), daysAgo(89)],
  ['with a key', daysAgo(200), null],
  ['who may come again', new Date(now.getTime() + day), daysAgo(91)],
])('but not %s', async (_when, over, returnedAt) => {
  const { id, phone } = await visitorWithKey(over, returnedAt);
  await visitorJob(campus.db).run(now);
  expect(await personOf(id)).toMatchObject({ phone });
});

test('one who never had a key is forgotten 90 days after their time', async () => {
  const over = (id: string, days: number) =>
    campus.db.orm
      .update(visitors)
      .set({ validUntil: daysAgo(days) })
      .where(eq(visitors.userId, id));
  const [early, late] = [await entered(guard, asha), await entered(guard, asha)];
  await over(early, 91);
  await over(late, 89);
  await visitorJob(campus.db).run(now);
  expect(await personOf(early)).toMatchObject({ name: 'Former member' });
  expect(await personOf(late)).toMatchObject({ name: 'Ravi of Voltas (visitor)' });
});
