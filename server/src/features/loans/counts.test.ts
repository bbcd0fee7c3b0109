import { api } from '@keydesk/shared/api';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import type { CountScope } from '@keydesk/shared/loans/counts';
import { beforeEach, describe, expect, test } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { lent } from '../../../test/lending.ts';
import { testCampus } from '../../../test/test-campus.ts';

const campus = testCampus();
const guard = campus.resident('security', { name: 'R. Singh' });
const admin = campus.resident('admin');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });

/** A cabinet of its own for each test: the file's tests share a campus. */
let cabinet: string;
let serial = 0;
beforeEach(() => {
  serial += 1;
  cabinet = `Cabinet ${serial}`;
});

async function hangKeys(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let hook = 1; hook <= count; hook += 1)
    ids.push((await campus.key({ hook: `${cabinet} · ${hook}` })).id);
  return ids;
}

async function begin(scope: CountScope = { kind: 'cabinet', cabinet }): Promise<string> {
  return (await guard.get(api.beginCount, { body: { scope } })).data.count.id;
}

async function scan(id: string, keyIds: readonly string[]) {
  const body = { tags: keyIds.map((keyId) => formatKeyTag(keyId)) };
  return (await guard.get(api.scanForCount, { params: { id }, body })).data;
}

async function close(id: string) {
  const { data } = await guard.get(api.closeCount, { params: { id } });
  const ids = (keys: readonly { _id: string }[]) => keys.map(({ _id }) => _id);
  return {
    seen: data.seen,
    missing: ids(data.missing),
    hereThoughOut: ids(data.hereThoughOut),
    elsewhere: ids(data.elsewhere),
    retired: data.retired.map(({ keyNumber }) => keyNumber),
    unknown: data.unknown,
  };
}

const clean = { missing: [], hereThoughOut: [], elsewhere: [], retired: [], unknown: 0 };

describe('a count of a cabinet', () => {
  test('finds nothing where everything hangs, however often its tags are scanned', async () => {
    const keys = await hangKeys(3);
    const id = await begin();
    expect((await scan(id, keys)).count).toMatchObject({ scanned: 3, closedAt: null });
    expect((await scan(id, keys)).count).toMatchObject({ scanned: 3 });
    expect(await close(id)).toEqual({ seen: 3, ...clean });
    expect(await close(id)).toEqual({ seen: 3, ...clean });
  });

  test('tells the counter what was seen last, and not what is expected', async () => {
    const keys = await hangKeys(2);
    const id = await begin();
    const { count, keyNumbers } = await scan(id, keys.slice(0, 1));
    expect(keyNumbers).toEqual([count.last]);
    expect(JSON.stringify(count)).not.toContain(keys[1]);
  });

  test('finds the key that nobody saw, and the one whose hook is in another cabinet', async () => {
    const [here, gone] = (await hangKeys(2)) as [string, string];
    const { id: strange } = await campus.key({ hook: 'Elsewhere · 7' });
    const id = await begin();
    await scan(id, [here, strange]);
    const found = { seen: 2, ...clean, missing: [gone], elsewhere: [strange] };
    expect(await close(id)).toEqual(found);
    const [latest] = (await guard.get(api.listCounts)).data.counts;
    const none = { hereThoughOut: 0, retired: 0, unknown: 0 };
    expect(latest?.findings).toEqual({ ...none, missing: 1, elsewhere: 1 });
  });

  test('finds a key that hangs although it is out, and one that hangs although it is missing', async () => {
    const [out, missing, other] = (await hangKeys(3)) as [string, string, string];
    await giveKey(guard, asha, out);
    await guard.get(api.reportKey, { params: { id: missing }, body: { kind: 'missing' } });
    const id = await begin();
    await scan(id, [out, missing, other]);
    const { hereThoughOut, ...rest } = await close(id);
    expect(hereThoughOut.toSorted()).toEqual([out, missing].toSorted());
    expect(rest).toMatchObject({ seen: 3, missing: [], elsewhere: [] });
  });

  test('takes for no fault what was handed out, came back, was reported or retired meanwhile', async () => {
    const [out, back, reported, retired, other] = (await hangKeys(5)) as [
      string,
      string,
      string,
      string,
      string,
    ];
    await giveKey(guard, asha, back);
    const id = await begin();
    await scan(id, [other, back]);
    await giveKey(guard, asha, out);
    await guard.get(api.collectKey, { params: { id: back }, body: {} });
    await guard.get(api.reportKey, { params: { id: reported }, body: { kind: 'missing' } });
    await admin.get(api.deleteKey, { params: { id: retired } });
    expect(await close(id)).toEqual({ seen: 2, ...clean });
  });

  test('finds a key whose hand-out was undone meanwhile, and takes a word for a sighting', async () => {
    const [gone, said, other] = (await hangKeys(3)) as [string, string, string];
    const first = await begin();
    await scan(first, [other]);
    await close(first);
    const id = await begin({ kind: 'again', countId: first });
    await scan(id, [other]);
    await guard.get(api.sayHere, { params: { id: said } });
    const loanId = await lent(guard, asha, gone);
    await guard.get(api.undoHandover, { params: { id: loanId }, body: { reason: 'mistake' } });
    expect((await close(id)).missing).toEqual([gone]);
  });

  test('reports a damaged key missing, too, that nobody saw', async () => {
    const [damaged, other] = (await hangKeys(2)) as [string, string];
    const body = { kind: 'damaged', blocks: false } as const;
    await guard.get(api.reportKey, { params: { id: damaged }, body });
    const id = await begin();
    await scan(id, [other]);
    await close(id);
    await guard.get(api.reportUnseen, { params: { id } });
    const { key } = (await guard.get(api.getKey, { params: { id: damaged } })).data;
    expect(key.condition).toBe('missing');
  });

  test('counts the tag of no key, and keeps none of what was scanned', async () => {
    const keys = await hangKeys(1);
    const id = await begin();
    await scan(id, keys);
    const body = { tags: ['KDTAG:0123456789ABCDEF01234567', '04A2B3C4'] };
    const { data } = await guard.get(api.scanForCount, { params: { id }, body });
    expect(data.keyNumbers).toEqual([null, null]);
    expect(await close(id)).toEqual({ seen: 1, ...clean, unknown: 2 });
    const { rows } = await campus.db.query('SELECT tag FROM count_scans WHERE key_id IS NULL');
    expect(JSON.stringify(rows)).not.toContain('04A2B3C4');
  });

  test('is counted again for what was missing alone', async () => {
    const [here, gone, alsoGone] = (await hangKeys(3)) as [string, string, string];
    const first = await begin();
    await scan(first, [here]);
    await close(first);
    const again = await begin({ kind: 'again', countId: first });
    await scan(again, [gone]);
    expect(await close(again)).toEqual({ seen: 1, ...clean, missing: [alsoGone] });
  });
});

describe('what a count refuses', () => {
  test('a scan once it is closed', async () => {
    const keys = await hangKeys(1);
    const id = await begin();
    await scan(id, keys);
    await close(id);
    const body = { tags: keys.map((keyId) => formatKeyTag(keyId)) };
    const late = await guard.call(api.scanForCount, { params: { id }, body });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'COUNT_CLOSED' } } });
  });

  test('to begin where no key hangs, at a desk that there is not, and again after no count', async () => {
    const refusal = async (body: object) => {
      const { status, body: answer } = await guard.call(api.beginCount, { body: body as never });
      return [status, (answer as { error?: { code: string } }).error?.code];
    };
    const nowhere = '650000000000000000000001';
    expect(await refusal({ scope: { kind: 'cabinet', cabinet: 'None' } })).toEqual([
      409,
      'COUNT_EMPTY',
    ]);
    expect(await refusal({ scope: { kind: 'desk' }, deskId: nowhere })).toEqual([
      404,
      'NO_SUCH_DESK',
    ]);
    expect(await refusal({ scope: { kind: 'again', countId: nowhere } })).toEqual([
      404,
      'COUNT_NOT_FOUND',
    ]);
    expect((await refusal({ scope: { kind: 'moon' } }))[0]).toBe(400);
    expect((await refusal({ scope: { kind: 'cabinet' } }))[0]).toBe(400);
  });

  test('to read, scan for or close one that there is not', async () => {
    const params = { id: '650000000000000000000001' };
    expect((await guard.call(api.countResult, { params })).status).toBe(404);
    expect((await guard.call(api.closeCount, { params })).status).toBe(404);
    const scanned = await guard.call(api.scanForCount, { params, body: { tags: ['x'] } });
    expect(scanned.status).toBe(404);
    const empty = await guard.call(api.scanForCount, { params, body: { tags: [] } });
    expect(empty.status).toBe(400);
  });
});

async function newDesk(name: string): Promise<string> {
  const body = { name: `${name} ${serial}`, place: 'Gate' };
  return (await admin.get(api.addDesk, { body })).data.desk.id;
}

async function beginAt(deskId: string) {
  return (await guard.get(api.beginCount, { body: { scope: { kind: 'desk' }, deskId } })).data;
}

async function seenAtHome(keyId: string, deskId: string): Promise<void> {
  await scan((await beginAt(deskId)).count.id, [keyId]);
}

async function handedOver(keyId: string): Promise<void> {
  await lent(guard, asha, keyId);
  await guard.get(api.collectKey, { params: { id: keyId } });
}

async function undoneAgain(keyId: string): Promise<void> {
  const id = await lent(guard, asha, keyId);
  await guard.get(api.undoHandover, { params: { id }, body: { reason: 'mistake' } });
}

/** A line with both handovers, of the wrong key. */
async function undonePaperLine(keyId: string): Promise<void> {
  const ago = (minutes: number) =>
    new Date(Math.floor(Date.now() / 60_000 - minutes) * 60_000).toISOString();
  await admin.get(api.openPaperPeriod, { body: { from: ago(30), to: ago(1) } });
  const lines = [{ key: keyId, person: asha.user.id, outAt: ago(20), backAt: ago(10) }];
  const { data } = await guard.get(api.enterPaper, { body: { lines, apply: true } });
  const id = data.lines[0]?.loanId ?? '';
  await guard.get(api.undoHandover, { params: { id }, body: { reason: 'mistake' } });
}

describe('with several desks', () => {
  test('a key of another desk is sent home, and its record says where it lies', async () => {
    const [north, south] = [await newDesk('North'), await newDesk('South')];
    const { id: own } = await campus.key({ deskId: north });
    const { id: strange } = await campus.key({ deskId: south });
    const { id } = (await beginAt(north)).count;
    await scan(id, [own, strange]);
    expect(await close(id)).toEqual({ seen: 2, ...clean, elsewhere: [strange] });
    const params = { id };
    const send = (keyId: string) => guard.call(api.sendHome, { params, body: { keyId } });
    const sent = await guard.get(api.sendHome, { params, body: { keyId: strange } });
    expect(sent.data.key.awayDeskId).toBe(north);
    await undonePaperLine(strange);
    const { key } = (await guard.get(api.getKey, { params: { id: strange } })).data;
    expect(key.awayDeskId).toBe(north);
    const query = { moment: new Date().toISOString() };
    const at = (await guard.get(api.keyAt, { params: { id: strange }, query })).data;
    expect(at.desk?.id).toBe(north);
    const other = await guard.call(api.sendHome, { params, body: { keyId: own } });
    const notAway = { status: 409, body: { error: { code: 'KEY_NOT_AWAY' } } };
    expect(other).toMatchObject(notAway);
    const again = (await beginAt(north)).count.id;
    await scan(again, [own, strange]);
    expect(await close(again)).toEqual({ seen: 2, ...clean });
    await guard.get(api.backHome, { params: { id: strange } });
    expect(await send(strange)).toMatchObject(notAway);
  });

  test.each([
    ['a count at its home saw', seenAtHome, 409],
    ['was handed over', handedOver, 409],
    ['was handed over by a wrong scan that is undone', undoneAgain, 200],
    ['a count at its home saw', seenAtHome, 409, 'before the close'],
  ])('a key that %s since is not sent home by an older count', async (...row) => {
    const [, since, status, isBefore] = row;
    const [north, south] = [await newDesk('Old North'), await newDesk('Old South')];
    const { id: own } = await campus.key({ deskId: north });
    const { id: keyId } = await campus.key({ deskId: south });
    const { id } = (await beginAt(north)).count;
    await scan(id, [own, keyId]);
    if (isBefore) await since(keyId, south);
    await close(id);
    if (!isBefore) await since(keyId, south);
    const sent = await guard.call(api.sendHome, { params: { id }, body: { keyId } });
    expect(sent.status).toBe(status);
  });
});

test('the desk reads when a key was last seen; others do not', async () => {
  const [keyId] = (await hangKeys(1)) as [string];
  const lastSeen = async (reader = guard) =>
    (await reader.get(api.getKey, { params: { id: keyId } })).data.lastSeenAt;
  expect(await lastSeen()).toBeNull();
  const id = await begin();
  await scan(id, [keyId]);
  const counted = await lastSeen();
  expect(counted).toEqual(expect.any(String));
  await giveKey(guard, asha, keyId);
  expect(Date.parse((await lastSeen()) ?? '')).toBeGreaterThan(Date.parse(counted ?? ''));
  expect(await lastSeen(asha)).toBeUndefined();
});

test('the dashboard says how many keys nobody has seen for 90 days', async () => {
  const unseen = async () => (await admin.get(api.adminDashboard)).data.stats.unseenKeys ?? 0;
  const keys = await hangKeys(2);
  const { id: young } = await campus.key({ createdAt: new Date() });
  const before = await unseen();
  await scan(await begin(), keys);
  expect(await unseen()).toBe(before - 2);
  const { data } = await guard.get(api.getKey, { params: { id: young } });
  expect(data.lastSeenAt).toBeNull();
});

test('a key that was counted keeps its history: it is retired, not erased', async () => {
  const [keyId] = (await hangKeys(1)) as [string];
  await scan(await begin(), [keyId]);
  const erased = await admin.call(api.deleteKey, {
    params: { id: keyId },
    query: { hard: 'true' } as never,
  });
  expect(erased).toMatchObject({ status: 409, body: { error: { code: 'KEY_WAS_SOUGHT' } } });
});
