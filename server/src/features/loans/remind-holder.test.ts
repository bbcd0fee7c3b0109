import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { closeLoan, openLoan } from '../../../test/factories/loans.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { currentMessages } from '../../app/current-messages.ts';
import type { NotificationDelivery, Publisher } from '../../core/live/publisher.ts';
import { silentPublisher } from '../../core/live/silent-publisher.ts';
import { openPushService, type PushService } from '../../core/messages/testing/push-service.ts';
import { auditEvents } from '../../db/schema.ts';
import { remindHolder } from './overdue.ts';

let service: PushService;
let campus: TestApp;
let guard: TestClient;
let admin: TestClient;
let holder: TestClient;

beforeAll(async () => {
  service = await openPushService();
  campus = await startTestApp({ PUSH_HOSTS: '127.0.0.1' });
  guard = await campus.person('security');
  admin = await campus.person('admin');
});
afterAll(async () => {
  await campus.close();
  await service.close();
});
beforeEach(async () => {
  holder = await campus.person();
});

async function lend() {
  const key = await campus.key();
  const parties = { keyId: key.id, holderId: holder.user.id, handedBy: guard.user.id };
  return { key, loan: await openLoan(campus.db, parties) };
}

function remind(desk: TestClient, id: string) {
  return desk.call(api.remindHolder, { params: { id } });
}

async function remindersOf(person: TestClient) {
  const { data } = await person.get(api.listNotifications);
  return data.notifications.filter(({ type }) => type === 'key_reminder');
}

/** Makes every reminder of this person so much older. */
function letPass(minutes: number) {
  return campus.db.query(
    `UPDATE notifications SET created_at = created_at - $2 * interval '1 minute' WHERE user_id = $1`,
    [holder.user.id, minutes],
  );
}

describe('the desk', () => {
  test('reminds the holder of a key by name, on their closed browsers too, and it is recorded', async () => {
    await holder.get(api.subscribePush, { body: { subscription: service.subscription('closed') } });
    const { key, loan } = await lend();
    const { data } = await guard.get(api.remindHolder, { params: { id: loan.id } });
    expect(await remindersOf(holder)).toMatchObject([
      {
        title: 'Key return reminder',
        message: `Return 1 key: ${key.keyNumber} (${key.keyName}).`,
        priority: 'high',
        createdAt: data.remindedAt,
      },
    ]);
    await expect.poll(() => service.received.map(({ path }) => path)).toEqual(['/closed']);
    const events = await listAuditEvents(campus.db, eq(auditEvents.action, 'remind-holder'));
    expect(events).toMatchObject([
      { actorId: guard.user.id, subjectId: holder.user.id, keyId: key.id, loanId: loan.id },
    ]);
  });

  test('may be an admin, who is told when the holder was reminded a short while ago', async () => {
    const { key, loan } = await lend();
    expect((await remind(guard, loan.id)).status).toBe(200);
    await letPass(10);
    const { status, body } = await remind(admin, loan.id);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      message: `The holder of key ${key.keyNumber} was reminded recently. You can remind them again in 5 minutes.`,
      error: { code: 'REMINDED_RECENTLY', details: { remindedAt: expect.any(String) } },
    });
    expect(await remindersOf(holder)).toHaveLength(1);
    await letPass(5);
    expect((await remind(admin, loan.id)).status).toBe(200);
    expect(await remindersOf(holder)).toHaveLength(2);
  });

  test('sends one reminder when several press at the same moment', async () => {
    const { loan } = await lend();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => remind(at % 2 === 0 ? guard : admin, loan.id)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await remindersOf(holder)).toHaveLength(1);
  });

  test('does not push it any more once the key is back', async () => {
    const { key, loan } = await lend();
    const sent: NotificationDelivery[] = [];
    const publisher: Publisher = {
      ...silentPublisher,
      notified: (deliveries) => sent.push(...deliveries),
    };
    await remindHolder({ db: campus.db, publisher }, guard.user as never, loan.id);
    const [delivery] = sent;
    if (!delivery) throw new Error('Nothing was sent');
    const id = delivery.notification._id;
    const current = async () => (await currentMessages(campus.db)([id], new Date())).get(id);
    expect((await current())?.message).toContain(key.keyNumber);
    await closeLoan(campus.db, loan);
    expect(await current()).toBeUndefined();
  });

  test('may remind the same person of another key', async () => {
    const [one, other] = [await lend(), await lend()];
    expect((await remind(guard, one.loan.id)).status).toBe(200);
    expect((await remind(guard, other.loan.id)).status).toBe(200);
    expect(await remindersOf(holder)).toHaveLength(2);
  });
});

describe('nobody is reminded', () => {
  test('of a key that is back, or of a loan that there is not', async () => {
    const { loan } = await lend();
    await closeLoan(campus.db, loan);
    expect((await remind(guard, loan.id)).status).toBe(409);
    expect((await remind(guard, '0'.repeat(24))).status).toBe(404);
    expect((await remind(guard, 'nonsense')).status).toBe(400);
    expect(await remindersOf(holder)).toEqual([]);
  });
});
