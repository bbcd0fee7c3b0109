import { api } from '@keydesk/shared/api';
import type { Calendar } from '@keydesk/shared/due/calendar';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accessMessages, askFor, decide, inMinutes } from '../../../test/access.ts';
import { listAuditEvents } from '../../../test/audit.ts';
import type { KeyTableRow } from '../../../test/factories/keys.ts';
import { campusPerTest } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { silentPublisher } from '../../core/live/silent-publisher.ts';
import { transact } from '../../db/client.ts';
import { auditEvents } from '../../db/schema.ts';
import { requestJob } from './request-job.ts';

const always: Calendar = { timezone: 'UTC', reminderTime: '17:20', hours: [], days: [] };

const campus = campusPerTest();
const owner = campus.resident('faculty', { name: 'Dr Menon' });
const head = campus.resident('faculty', { name: 'Prof. Iyer' });
const admin = campus.resident('admin');
const asha = campus.resident('faculty', { name: 'Asha Rao' });
let key: KeyTableRow;

beforeEach(async () => {
  await campus.db.query("UPDATE departments SET head_id = $1 WHERE code = 'CSE'", [head.user.id]);
  key = await campus.key({ level: 'restricted', ownerId: owner.user.id });
});

/** Runs the job as if this much time had passed, in as many processes. */
async function after(minutes: number, { calendar = always, processes = 1 } = {}): Promise<void> {
  const now = new Date(Date.now() + minutes * 60_000);
  const deps = { db: campus.db, publisher: silentPublisher, calendar: () => calendar };
  await Promise.all(Array.from({ length: processes }, () => requestJob(deps).run(now)));
}

async function askForDays() {
  const body = { keyId: key.id, purpose: 'Thesis', wantedUntil: inMinutes(10 * 1_440) };
  return (await asha.get(api.requestAccess, { body })).data.request;
}

async function told(who: TestClient): Promise<string[]> {
  return (await accessMessages(who)).map(({ title }) => title);
}

async function approverName() {
  return (await asha.get(api.listAccessRequests)).data.requests[0]?.approverName;
}

describe('a request that nobody decides', () => {
  test('goes to the head after four open hours, then to the admins, and nobody is told twice', async () => {
    const { id } = await askForDays();
    await after(239);
    expect(await told(head)).toEqual([]);
    await after(241, { processes: 3 });
    expect(await told(head)).toEqual(['Access requested']);
    expect(await told(owner)).toEqual(['Access requested']);
    expect(await approverName()).toBe('Prof. Iyer');
    await after(242);
    await after(480);
    expect(await told(admin)).toEqual([]);
    await after(482);
    expect(await told(admin)).toEqual(['Access requested']);
    expect(await approverName()).toBeNull();
    await after(2_000);
    for (const who of [owner, head, admin]) expect(await told(who)).toEqual(['Access requested']);
    const steps = await listAuditEvents(campus.db, eq(auditEvents.action, 'escalate-request'));
    expect(steps).toMatchObject([
      { actorId: null, subjectId: asha.user.id, details: { step: 'head of department' } },
      { details: { step: 'admins' } },
    ]);
    expect((await decide(owner, id, { decision: 'approve' })).status).toBe(200);
  });

  test('is told once to whoever owns the key by now', async () => {
    await askForDays();
    const next = await campus.person('faculty');
    await campus.db.query('UPDATE keys SET owner_id = $2 WHERE id = $1', [key.id, next.user.id]);
    await after(1);
    await after(2, { processes: 2 });
    for (const who of [owner, next]) expect(await told(who)).toEqual(['Access requested']);
    expect(await told(head)).toEqual([]);
  });

  test('may be decided by the head once it is there', async () => {
    const { id } = await askForDays();
    expect((await decide(head, id, { decision: 'deny' })).status).toBe(403);
    await after(241);
    expect((await decide(head, id, { decision: 'deny' })).status).toBe(200);
  });

  test('waits while the campus is closed', async () => {
    await askForDays();
    const closed = Array.from({ length: 5 }, (_, day) => ({
      day: new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10),
      kind: 'closed' as const,
      label: 'Holiday',
    }));
    await after(3 * 1_440, { calendar: { ...always, days: closed } });
    expect(await told(head)).toEqual([]);
    await after(6 * 1_440, { calendar: { ...always, days: closed } });
    expect(await told(head)).toHaveLength(1);
  });

  test('expires when it is not wanted any more, and the person is told', async () => {
    const { id } = await askFor(asha, key.id);
    await after(121, { processes: 3 });
    expect(await accessMessages(asha)).toMatchObject([
      {
        title: 'Request expired',
        message: `Your request for key ${key.keyNumber} was not decided in time.`,
        link: '/dashboard/my-access',
      },
    ]);
    expect((await decide(owner, id, { decision: 'approve' })).status).toBe(409);
    expect((await askFor(asha, key.id)).state).toBe('open');
    const expired = await listAuditEvents(campus.db, eq(auditEvents.action, 'expire-request'));
    expect(expired).toMatchObject([{ subjectId: asha.user.id, keyId: key.id }]);
  });

  test('ends when its key is deleted', async () => {
    await askForDays();
    await admin.get(api.deleteKey, { params: { id: key.id } });
    await after(1);
    expect((await accessMessages(asha))[0]?.message).toBe(
      `Key ${key.keyNumber} was deleted, so your request for it has ended.`,
    );
  });
});

test('a round that begins during another waits for it, and what that does is done when it ends', async () => {
  await askForDays();
  await admin.get(api.deleteKey, { params: { id: key.id } });
  const { first, second } = await transact(campus.db, async (tx) => {
    // A message refers to its person, so the first round waits here before it is done.
    await tx.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [asha.user.id]);
    const first = after(1);
    await expect.poll(roundsWaiting).toBeGreaterThan(0);
    let isOver = false;
    const second = after(1).then(() => {
      isOver = true;
      return accessMessages(asha);
    });
    await expect.poll(async () => isOver || (await roundsWaiting()) > 1).toBe(true);
    return { first, second };
  });
  expect(await second).toHaveLength(1);
  await first;
});

async function roundsWaiting(): Promise<number> {
  const { rows } = await campus.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

test('when the owner has left, the head is asked at once', async () => {
  await askForDays();
  await campus.db.query('UPDATE users SET suspended_at = now() WHERE id = $1', [owner.user.id]);
  expect(await approverName()).toBe('Prof. Iyer');
  await after(1);
  expect(await told(head)).toEqual(['Access requested']);
  await after(2);
  expect(await told(head)).toHaveLength(1);
});

test('a request that was decided goes nowhere', async () => {
  const { id } = await askForDays();
  await decide(owner, id, { decision: 'deny' });
  await after(241);
  expect(await told(head)).toEqual([]);
});
