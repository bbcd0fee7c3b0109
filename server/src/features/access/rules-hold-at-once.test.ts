import { api } from '@keydesk/shared/api';
import { beforeAll, expect, test } from 'vitest';
import { addAccessRule } from '../../../test/access-admin.ts';
import { loansOf, plantRequestCodes } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

const crowd = 50;
const rounds = 5;
let desks: TestClient[];
let holders: TestClient[];

const campus = testCampus();
const second = campus.secondProcess();
const admin = campus.resident('admin');
beforeAll(async () => {
  const people = (role: 'security' | 'faculty') =>
    Promise.all(Array.from({ length: crowd }, () => campus.person(role)));
  desks = (await people('security')).map((desk, nth) => (nth % 2 === 0 ? desk : desk.at(second)));
  holders = await people('faculty');
});

/** As an admin does it, so that it is the product which waits for hand-outs. */
async function addRule(about: object): Promise<string> {
  return (await addAccessRule(admin, about)).rule.id;
}

function endRule(id = '') {
  return admin.get(api.endAccessRule, { params: { id } });
}

test(`of ${crowd} desks scanning while a rule is added, none hands over after it`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const keys = await Promise.all(desks.map(() => campus.key({ department: 'CIVIL' })));
    const codes = await Promise.all(
      keys.map(async ({ id }, nth) => {
        const [code] = await plantRequestCodes(campus.db, holders.slice(nth, nth + 1), id);
        return code ?? '';
      }),
    );
    let rule = '';
    const asked = desks.map(async (desk, nth) => {
      await new Promise((resolve) => setTimeout(resolve, nth * 2));
      const { status, body } = await desk.call(api.scanRequest, { body: { qrData: codes[nth] } });
      return status === 200 ? 'OK' : (body.error as { code: string }).code;
    });
    const added = new Promise((resolve) => setTimeout(resolve, 30)).then(async () => {
      rule = await addRule({ target: 'department', targetId: 'CIVIL' });
    });
    await added;
    // Everything that is committed from here on is decided by the rule.
    const { rows: then } = await campus.db.query<{ count: number }>(
      'SELECT count(*)::int FROM loans WHERE key_id = ANY($1)',
      [keys.map(({ id }) => id)],
    );
    const answers = await Promise.all(asked);
    const handedOut = answers.filter((answer) => answer === 'OK').length;
    expect(new Set(answers.filter((answer) => answer !== 'OK'))).toEqual(
      new Set(handedOut < crowd ? ['ACCESS_REFUSED'] : []),
    );
    expect(handedOut).toBe(then[0]?.count);
    const loans = await Promise.all(keys.map(({ id }) => loansOf(campus.db, id)));
    expect(loans.flat()).toHaveLength(handedOut);
    await endRule(rule);
  }
});

const changes: { what: string; make: (keyId: string) => Promise<unknown> }[] = [
  {
    what: 'a rule',
    make: async (targetId) => endRule(await addRule({ target: 'key', targetId })),
  },
  {
    what: 'a level',
    make: (id) => admin.get(api.updateKey, { params: { id }, body: { level: 'high' } }),
  },
];

test.each(changes)(
  '$what waits for the hand-out that has been decided without it',
  async ({ make }) => {
    const key = await campus.key();
    const [code = ''] = await plantRequestCodes(campus.db, holders.slice(0, 1), key.id);
    const [desk] = desks;
    const client = await campus.db.pool.connect();
    let isMade = false;
    let scan: ReturnType<TestClient['call']> | undefined;
    let change: Promise<unknown> | undefined;
    try {
      // The loan refers to the guard, so the hand-out stops before it writes.
      await client.query('BEGIN');
      await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [desk?.user.id]);
      scan = desk?.call(api.scanRequest, { body: { qrData: code } });
      await expect.poll(() => waitingFor('transactionid')).toBe(1);
      change = make(key.id).finally(() => {
        isMade = true;
      });
      await expect.poll(() => waitingFor('advisory')).toBe(1);
      expect(isMade).toBe(false);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect((await scan)?.status).toBe(200);
    await change;
  },
);

/** How many sessions of this database wait for such a lock. */
async function waitingFor(kind: 'transactionid' | 'advisory'): Promise<number> {
  const { rows } = await campus.db.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = $1`,
    [kind],
  );
  return rows[0]?.count ?? 0;
}

test('what is scanned after a rule has ended is handed out', async () => {
  const keys = await Promise.all(desks.slice(0, 10).map(() => campus.key()));
  for (const [nth, { id }] of keys.entries()) {
    const [code = ''] = await plantRequestCodes(campus.db, holders.slice(nth, nth + 1), id);
    await endRule(await addRule({ target: 'key', targetId: id }));
    const { status } = (await desks[nth]?.call(api.scanRequest, { body: { qrData: code } })) ?? {};
    expect(status).toBe(200);
  }
});
