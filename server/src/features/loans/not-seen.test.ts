import { api } from '@keydesk/shared/api';
import { minuteMs } from '@keydesk/shared/core/dates';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { describe, expect, test } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { lent } from '../../../test/lending.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';

const campus = testCampus();
const guard = campus.resident('security');
const other = campus.resident('security');
const admin = campus.resident('admin');
const asha = campus.resident('faculty', { name: 'Asha Rao' });

let serial = 0;

/** A closed count of a cabinet of its own, which saw all but its last keys. */
async function countWithout({ unseen }: { unseen: number }) {
  serial += 1;
  const cabinet = `Unseen ${serial}`;
  const ids: string[] = [];
  for (let hook = 0; hook <= unseen; hook += 1)
    ids.push((await campus.key({ hook: `${cabinet} · ${hook}` })).id);
  const id = await begin(cabinet);
  await scan(id, ids.slice(0, 1));
  await guard.get(api.closeCount, { params: { id } });
  const [seen = '', ...missed] = ids;
  return { countId: id, cabinet, seen, missed };
}

async function begin(cabinet: string) {
  const body = { scope: { kind: 'cabinet' as const, cabinet } };
  return (await guard.get(api.beginCount, { body })).data.count.id;
}

const scan = (id: string, keyIds: readonly string[]) =>
  guard.get(api.scanForCount, { params: { id }, body: { tags: keyIds.map(formatKeyTag) } });

const read = async (id: string, reader = guard) =>
  (await reader.get(api.getKey, { params: { id } })).data.key;
const isUnseen = async (id: string) => (await read(id)).notSeenSince !== undefined;
const whereAt = async (keyId: string, moment = new Date()) => {
  const query = { moment: moment.toISOString() };
  return (await guard.get(api.keyAt, { params: { id: keyId }, query })).data.where;
};

describe('a key that a closed count did not see', () => {
  test('says so in every list, at once, and may be lent', async () => {
    const page = await openPage(asha);
    const before = new Date();
    const { seen, missed } = await countWithout({ unseen: 2 });
    for (const reader of [guard, asha]) {
      const { keys } = (await reader.get(api.listKeys)).data;
      const marked = keys.filter(({ notSeenSince }) => notSeenSince).map(({ _id }) => _id);
      expect(marked).toEqual(expect.arrayContaining(missed));
      expect(marked).not.toContain(seen);
    }
    await page.caughtUp();
    for (const id of missed) {
      const told = page.received('key-updated').findLast(({ key }) => key._id === id);
      expect(told?.key).toMatchObject({ status: 'available', notSeenSince: expect.any(String) });
      expect(await whereAt(id)).toBe('not seen');
      expect(await whereAt(id, before)).not.toBe('not seen');
    }
    expect(await whereAt(seen)).toBe('hanging');
    const [first = ''] = missed;
    expect(await giveKey(guard, asha, first)).not.toHaveProperty('notSeenSince');
    expect(await whereAt(first)).toBe('out');
    await guard.get(api.collectKey, { params: { id: first }, body: {} });
    expect(await isUnseen(first)).toBe(false);
  });

  test('keeps the day of the first count that missed it', async () => {
    const { cabinet, seen, missed } = await countWithout({ unseen: 1 });
    const [gone = ''] = missed;
    const since = (await read(gone)).notSeenSince;
    const again = await begin(cabinet);
    await scan(again, [seen]);
    await guard.get(api.closeCount, { params: { id: again } });
    expect((await read(gone)).notSeenSince).toBe(since);
  });

  test('is seen as soon as a count sees it, unless that is taken back', async () => {
    const { cabinet, missed } = await countWithout({ unseen: 1 });
    const [gone = ''] = missed;
    const id = await begin(cabinet);
    await guard.get(api.scanForCount, { params: { id }, body: { keyIds: [gone] } });
    expect(await isUnseen(gone)).toBe(false);
    const version = (await read(gone)).version;
    await guard.get(api.removeScan, { params: { id, scanId: gone } });
    expect(await read(gone)).toMatchObject({ notSeenSince: expect.any(String) });
    expect((await read(gone)).version).toBeGreaterThan(version);
    expect(await whereAt(gone)).toBe('not seen');
  });

  test('is seen once somebody says that it is here', async () => {
    const [gone = ''] = (await countWithout({ unseen: 1 })).missed;
    const between = new Date();
    const { message, data } = await guard.get(api.sayHere, { params: { id: gone } });
    expect(message).toBe(`Key ${data.key.keyNumber} is here`);
    expect(data.key.notSeenSince).toBeUndefined();
    expect(await whereAt(gone)).toBe('hanging');
    expect(await whereAt(gone, between)).toBe('not seen');
    const again = await guard.get(api.sayHere, { params: { id: gone } });
    expect(again.data.key.version).toBe(data.key.version);
  });

  test('is missing once that is reported, and seen once it is found', async () => {
    const [gone = ''] = (await countWithout({ unseen: 1 })).missed;
    const params = { id: gone };
    const { data } = await guard.get(api.reportKey, { params, body: { kind: 'missing' } });
    expect(await isUnseen(gone)).toBe(false);
    const found = { params: { id: data.incident.id }, body: { resolution: 'found' as const } };
    await guard.get(api.resolveIncident, found);
    expect(await isUnseen(gone)).toBe(false);
  });

  test('is not seen again once the hand-out is undone as a wrong scan', async () => {
    const [gone = ''] = (await countWithout({ unseen: 1 })).missed;
    const { loanId } = await giveKey(guard, asha, gone);
    expect(await isUnseen(gone)).toBe(false);
    const body = { reason: 'mistake' as const, handover: 'hand-out' as const };
    await guard.get(api.undoHandover, { params: { id: loanId ?? '' }, body });
    expect(await isUnseen(gone)).toBe(true);
  });

  test('is reported with all others by one call, which again changes nothing', async () => {
    const { countId, missed } = await countWithout({ unseen: 3 });
    const [lent = '', ...rest] = missed;
    await giveKey(guard, asha, lent);
    const params = { id: countId };
    const { message, data } = await guard.get(api.reportUnseen, { params });
    expect([message, data.reported]).toEqual(['2 keys reported missing', 2]);
    for (const id of rest)
      expect(await read(id)).toMatchObject({ status: 'unavailable', condition: 'missing' });
    expect((await read(lent)).condition).toBeUndefined();
    expect((await guard.get(api.reportUnseen, { params })).data.reported).toBe(0);
  });

  test('is no more erased than one that was counted', async () => {
    const [gone = ''] = (await countWithout({ unseen: 1 })).missed;
    const query = { hard: 'true' as const };
    const erased = await admin.call(api.deleteKey, { params: { id: gone }, query });
    expect(erased).toMatchObject({ status: 409, body: { error: { code: 'KEY_WAS_SOUGHT' } } });
  });
});

type Moved = { countId: string; keyId: string };

const collect = (id: string) => guard.get(api.collectKey, { params: { id }, body: {} });
const undo = (id: string, handover: 'hand-out' | 'return' = 'hand-out') =>
  guard.get(api.undoHandover, { params: { id }, body: { reason: 'mistake', handover } });
const settle = (id: string, body: object) =>
  admin.get(api.settleDispute, { params: { id }, body: body as never });

/** What a count takes for no fault, and how that turns out not to have been. */
const takenBack: [string, (moved: Moved) => Promise<() => Promise<unknown>>][] = [
  [
    'a hand-out',
    async ({ keyId }) => {
      const loanId = await lent(guard, asha, keyId);
      return () => undo(loanId);
    },
  ],
  [
    'a hand-out and its return',
    async ({ keyId }) => {
      const loanId = await lent(guard, asha, keyId);
      await collect(keyId);
      return async () => {
        await undo(loanId, 'return');
        await undo(loanId);
      };
    },
  ],
  [
    'a hand-out that an admin finds was none',
    async ({ keyId }) => {
      const loanId = await lent(guard, asha, keyId);
      await asha.get(api.disputeLoan, { params: { id: loanId } });
      await collect(keyId);
      return () => settle(loanId, { resolution: 'not-handed-over' });
    },
  ],
  [
    'a line from paper',
    async ({ keyId, countId }) => {
      await campus.db.query(
        "UPDATE counts SET begun_at = begun_at - interval '10 minutes' WHERE id = $1",
        [countId],
      );
      const ago = (minutes: number) =>
        new Date((Math.floor(Date.now() / minuteMs) - minutes) * minuteMs).toISOString();
      await admin.get(api.openPaperPeriod, { body: { from: ago(9), to: ago(0) } });
      const { keyNumber } = await read(keyId);
      const line = { key: keyNumber, person: asha.user.email, outAt: ago(5), backAt: ago(3) };
      const { data } = await guard.get(api.enterPaper, { body: { apply: true, lines: [line] } });
      return () => undo(data.lines[0]?.loanId ?? '');
    },
  ],
  [
    'a tick in another count that is given up',
    async ({ keyId }) => {
      const id = await beginHigh();
      await guard.get(api.scanForCount, { params: { id }, body: { keyIds: [keyId] } });
      return () => guard.get(api.abandonCount, { params: { id } });
    },
  ],
  [
    'a tick in another count that is removed',
    async ({ keyId }) => {
      const id = await beginHigh();
      await guard.get(api.scanForCount, { params: { id }, body: { keyIds: [keyId] } });
      return async () => {
        await guard.get(api.removeScan, { params: { id, scanId: keyId } });
        await guard.get(api.abandonCount, { params: { id } });
      };
    },
  ],
];

async function beginHigh() {
  await campus.key({ level: 'high' });
  return (await other.get(api.beginCount, { body: { scope: { kind: 'high' } } })).data.count.id;
}

describe('what a count takes for no fault', () => {
  test.each(takenBack)('%s, hides no key once it is taken back', async (_, hide) => {
    serial += 1;
    const cabinet = `Hidden ${serial}`;
    const [seen, gone] = [
      await campus.key({ hook: `${cabinet} · 1` }),
      await campus.key({ hook: `${cabinet} · 2` }),
    ];
    const countId = await begin(cabinet);
    const takeBack = await hide({ countId, keyId: gone.id });
    await scan(countId, [seen.id]);
    const { data } = await guard.get(api.closeCount, { params: { id: countId } });
    expect(data.missing).toEqual([]);
    expect(await isUnseen(gone.id)).toBe(false);
    const { version } = await read(gone.id);
    await takeBack();
    expect(await isUnseen(gone.id)).toBe(true);
    expect((await read(gone.id)).version).toBeGreaterThan(version);
    const result = (await guard.get(api.countResult, { params: { id: countId } })).data;
    expect(result.missing.map(({ _id }) => _id)).toEqual([gone.id]);
    await guard.get(api.reportUnseen, { params: { id: countId } });
    expect(await read(gone.id)).toMatchObject({ condition: 'missing' });
  });
});

test.each([
  ['is undone', (loanId: string) => undo(loanId)],
  [
    'was none, as an admin finds',
    async (loanId: string, keyId: string) => {
      await asha.get(api.disputeLoan, { params: { id: loanId } });
      await collect(keyId);
      await settle(loanId, { resolution: 'not-handed-over' });
    },
  ],
])('a key that was out as its count began is not seen if the hand-out %s', async (_, end) => {
  serial += 1;
  const cabinet = `Out before ${serial}`;
  const [seen, gone] = [
    await campus.key({ hook: `${cabinet} · 1` }),
    await campus.key({ hook: `${cabinet} · 2` }),
  ];
  const loanId = await lent(guard, asha, gone.id);
  const countId = await begin(cabinet);
  await scan(countId, [seen.id]);
  const { data } = await guard.get(api.closeCount, { params: { id: countId } });
  expect(data.missing).toEqual([]);
  await end(loanId, gone.id);
  expect(await isUnseen(gone.id)).toBe(true);
});

describe('after a hand-out that never was, a key that a count did not see', () => {
  test('is still not seen though it was reported lost meanwhile', async () => {
    const [gone = ''] = (await countWithout({ unseen: 1 })).missed;
    const loanId = await lent(guard, asha, gone);
    await guard.get(api.reportKey, { params: { id: gone }, body: { kind: 'lost' } });
    await undo(loanId);
    expect(await isUnseen(gone)).toBe(true);
  });

  test('is still not seen though it was corrected to somebody before', async () => {
    const [gone = ''] = (await countWithout({ unseen: 1 })).missed;
    const vikram = await campus.person('faculty');
    const loanId = await lent(guard, asha, gone);
    await asha.get(api.disputeLoan, { params: { id: loanId } });
    await settle(loanId, { resolution: 'corrected', holderId: vikram.user.id });
    const theirs = await campus.db.query<{ id: string }>(
      'SELECT id FROM loans WHERE key_id = $1 AND returned_at IS NULL',
      [gone],
    );
    await admin.get(api.undoHandover, {
      params: { id: theirs.rows[0]?.id ?? '' },
      body: { reason: 'mistake' },
    });
    expect(await isUnseen(gone)).toBe(true);
    await admin.get(api.deleteKey, { params: { id: gone } });
    const { body } = await guard.call(api.getKey, { params: { id: gone } });
    expect(body).toMatchObject({ error: { details: { lastHolder: null } } });
  });
});

test('what two counts see at one time is missing in neither', async () => {
  serial += 1;
  const hook = (at: number) => `Both ${serial} · ${at}`;
  const one = await campus.key({ hook: hook(1), level: 'high' });
  const two = await campus.key({ hook: hook(2) });
  const cabinet = await begin(`Both ${serial}`);
  const scope = { kind: 'high' as const };
  const high = (await other.get(api.beginCount, { body: { scope } })).data.count.id;
  await scan(high, [one.id]);
  await scan(cabinet, [two.id]);
  const { data } = await guard.get(api.closeCount, { params: { id: cabinet } });
  expect(data.missing).toEqual([]);
  expect(await isUnseen(one.id)).toBe(false);
  await guard.get(api.abandonCount, { params: { id: high } });
});

test('what an abandoned count saw is missing in others, and not seen again', async () => {
  serial += 1;
  const hook = (at: number) => `Given up ${serial} · ${at}`;
  const one = await campus.key({ hook: hook(1), level: 'high' });
  const two = await campus.key({ hook: hook(2) });
  const cabinet = await begin(`Given up ${serial}`);
  const high = await beginHigh();
  await scan(high, [one.id]);
  await guard.get(api.abandonCount, { params: { id: high } });
  await scan(cabinet, [two.id]);
  const { data } = await guard.get(api.closeCount, { params: { id: cabinet } });
  expect(data.missing).toMatchObject([{ _id: one.id }]);
  const again = await beginHigh();
  await scan(again, [one.id]);
  expect(await isUnseen(one.id)).toBe(false);
  const page = await openPage(asha);
  await guard.get(api.abandonCount, { params: { id: again } });
  expect(await isUnseen(one.id)).toBe(true);
  expect(await whereAt(one.id)).toBe('not seen');
  await page.caughtUp();
  const told = page.received('key-updated').findLast(({ key }) => key._id === one.id);
  expect(told?.key).toMatchObject({ notSeenSince: expect.any(String) });
});

test('only the desk says that a key is here, or reports all', async () => {
  const { countId, missed } = await countWithout({ unseen: 1 });
  const here = { params: { id: missed[0] ?? '' } };
  expect((await asha.call(api.sayHere, here)).status).toBe(403);
  expect((await asha.call(api.reportUnseen, { params: { id: countId } })).status).toBe(403);
  const nowhere = { params: { id: '650000000000000000000001' } };
  expect((await guard.call(api.sayHere, nowhere)).status).toBe(404);
  expect((await guard.call(api.reportUnseen, nowhere)).status).toBe(404);
  expect((await guard.call(api.sayHere, { params: { id: 'x' } })).status).toBe(400);
});
