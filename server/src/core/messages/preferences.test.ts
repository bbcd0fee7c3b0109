import { api } from '@keydesk/shared/api';
import { expect, test } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { transact } from '../../db/client.ts';
import { notify } from './notify.ts';
import { listSubscriptions } from './push-subscriptions.ts';

const campus = testCampus();
const asha = campus.resident();

function choose(kinds: object[], who = asha) {
  return who.call(api.putMessagePreferences, { body: { kinds } });
}

async function waysOf(kind: string, who = asha) {
  const { data } = await who.get(api.getMessagePreferences);
  const found = data.kinds.find((one) => one.kind === kind);
  return found && [found.push, found.mail];
}

test('people see the kinds of message that they may get, with what holds until they choose', async () => {
  const { data } = await asha.get(api.getMessagePreferences);
  expect(data.mail).toBe(true);
  const names = data.kinds.map(({ kind }) => kind);
  expect(names).toContain('overdue');
  expect(names).not.toContain('unreturned');
  expect(data.kinds.find(({ kind }) => kind === 'overdue')).toEqual({
    kind: 'overdue',
    push: true,
    mail: true,
    required: true,
  });
  const guard = await campus.person('security');
  expect(await waysOf('unreturned', guard)).toEqual([true, false]);
});

test('a choice holds for its kind alone, and is audited', async () => {
  const { status, body } = await choose([{ kind: 'handover', push: false, mail: true }]);
  expect({ status, message: body.message }).toEqual({ status: 200, message: 'Saved' });
  expect(await waysOf('handover')).toEqual([false, true]);
  expect(await waysOf('overdue')).toEqual([true, true]);
  const { rows } = await campus.db.query(
    "SELECT actor_id FROM audit_events WHERE action = 'change-preferences'",
  );
  expect(rows).toEqual([{ actor_id: asha.user.id }]);
});

test.each(['overdue', 'lent', 'security'])(
  'messages of the kind %s can be moved and not switched off',
  async (kind) => {
    const { status, body } = await choose([{ kind, push: false, mail: false }]);
    expect(status).toBe(400);
    expect(body.message).toMatch(/: these messages cannot be turned off\. Keep push or email\.$/);
    expect((await choose([{ kind, push: false, mail: true }])).status).toBe(200);
    expect(await waysOf(kind)).toEqual([false, true]);
  },
);

test.each([
  [[]],
  [[{ kind: 'gossip', push: true, mail: true }]],
  [[{ kind: 'overdue', push: 'yes', mail: true }]],
  [[{ kind: 'overdue', push: true }]],
])('%j is refused', async (kinds) => {
  expect((await choose(kinds)).status).toBe(400);
});

test('a mail is written with the handover of which somebody wants mail', async () => {
  const [ravi, meera] = [await campus.person(), await campus.person()];
  const guard = await campus.person('security');
  await choose([{ kind: 'handover', push: true, mail: true }], ravi);
  for (const person of [ravi, meera]) await giveKey(guard, person, (await campus.key()).id);
  const { rows } = await campus.db.query(
    'SELECT user_id, kind FROM mail_outbox WHERE user_id = ANY ($1)',
    [[ravi.user.id, meera.user.id]],
  );
  expect(rows).toEqual([{ user_id: ravi.user.id, kind: 'handover' }]);
});

test('what somebody does not want pushed or mailed is still in the application', async () => {
  const ravi = await campus.person();
  await choose([{ kind: 'account', push: false, mail: false }], ravi);
  await transact(campus.db, (tx) =>
    notify(tx, [{ userId: ravi.user.id, template: 'welcome', facts: {} }]),
  );
  expect((await ravi.get(api.listNotifications)).data.notifications).toHaveLength(1);
  const { rows } = await campus.db.query('SELECT FROM mail_outbox WHERE user_id = $1', [
    ravi.user.id,
  ]);
  expect(rows).toEqual([]);
  await campus.db.query(
    `INSERT INTO push_subscriptions (endpoint, user_id, session_id, p256dh, auth)
     VALUES ('https://push.test/ravi', $1, $2, 'p', 'a')`,
    [ravi.user.id, ravi.secrets.sessionId],
  );
  const [subscription] = await listSubscriptions(campus.db, [ravi.user.id], 24);
  expect(subscription?.chosen).toEqual({ account: false });
});
