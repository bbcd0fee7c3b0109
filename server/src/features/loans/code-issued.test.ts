import { api } from '@keydesk/shared/api';
import { expect, test } from 'vitest';
import { requestCode } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { TestClient } from '../../../test/test-client.ts';
import { openSession } from '../session/sessions.ts';

const campus = testCampus();

test('the desk, and nobody else, is told who was issued a code', async () => {
  const [asha, ravi] = [await campus.person(), await campus.person()];
  const guard = await campus.person('security');
  const key = await campus.key();
  const [own, other, desk] = await Promise.all([asha, ravi, guard].map((who) => openPage(who)));
  const { expiresAt } = await requestCode(asha, key.id);
  await Promise.all([own, other, desk].map((page) => page?.caughtUp()));
  expect(desk?.received('code-issued')).toEqual([
    {
      type: 'key-request',
      userId: asha.user.id,
      personName: asha.user.name,
      keyIds: [key.id],
      expiresAt,
    },
  ]);
  for (const page of [own, other]) expect(page?.received('code-issued')).toEqual([]);
});

/** What the desk is told while this happens. */
async function voidedDuring(act: () => Promise<unknown>) {
  const desk = await openPage(await campus.person('security'));
  await act();
  await desk.caughtUp();
  return desk.received('codes-voided');
}

test('the desk is told that a person who was suspended does not come with their code', async () => {
  const [asha, admin] = [await campus.person(), await campus.person('admin')];
  await requestCode(asha, (await campus.key()).id);
  const suspend = { params: { id: asha.user.id }, body: { state: 'suspended' } };
  expect(await voidedDuring(() => admin.get(api.setUserState, suspend))).toEqual([
    [{ userId: asha.user.id }],
  ]);
});

test('the desk is told which codes were voided with the session that ended', async () => {
  const phone = await campus.person();
  const { user } = phone;
  const laptop = new TestClient(campus.url, user, await openSession(campus.db, user.id));
  const [own, other] = [await campus.key(), await campus.key()];
  await requestCode(phone, own.id);
  await requestCode(laptop, other.id);
  expect(await voidedDuring(() => laptop.get(api.logout))).toEqual([
    [{ userId: user.id, keyIds: [other.id] }],
  ]);
  expect(await voidedDuring(() => laptop.call(api.logout))).toEqual([]);
});
