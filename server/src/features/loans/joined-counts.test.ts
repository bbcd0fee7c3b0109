import { api } from '@keydesk/shared/api';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import type { CountScope } from '@keydesk/shared/loans/counts';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

const campus = testCampus();
const ramesh = campus.resident('security', { name: 'Ramesh Gurung' });
const mary = campus.resident('security', { name: 'Mary Thomas' });
const admin = campus.resident('admin');
const asha = campus.resident('faculty', { name: 'Asha Rao' });

let cabinet: string;
let serial = 0;
beforeEach(() => {
  serial += 1;
  cabinet = `Joined ${serial}`;
});

async function hangKeys(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let hook = 1; hook <= count; hook += 1)
    ids.push((await campus.key({ hook: `${cabinet} · ${hook}` })).id);
  return ids;
}

const begin = async (who = ramesh, scope: CountScope = { kind: 'cabinet', cabinet }) =>
  (await who.get(api.beginCount, { body: { scope } })).data;
const scan = (id: string, tags: readonly string[], who = ramesh) =>
  who.call(api.scanForCount, { params: { id }, body: { tags } });
const tagsOf = (keyIds: readonly string[]) => keyIds.map(formatKeyTag);
const tick = (id: string, keyIds: readonly string[], who = ramesh) =>
  who.get(api.scanForCount, { params: { id }, body: { keyIds: [...keyIds] } });
const close = async (id: string, who = ramesh) =>
  (await who.get(api.closeCount, { params: { id } })).data;
const read = async (id: string) => (await ramesh.get(api.countResult, { params: { id } })).data;
const refusal = (code: string, status = 409) => ({ status, body: { error: { code } } });

describe('two guards at one cabinet', () => {
  test('scan into one count, and neither misses what the other saw', async () => {
    const [one = '', two = ''] = await hangKeys(2);
    const first = await begin(ramesh);
    expect(first).not.toHaveProperty('joined');
    const second = await begin(mary);
    expect(second).toMatchObject({
      joined: true,
      count: { id: first.count.id, begunBy: { name: 'Ramesh Gurung' } },
    });
    await scan(first.count.id, tagsOf([one]), ramesh);
    await scan(second.count.id, tagsOf([two]), mary);
    const { scans } = await read(first.count.id);
    expect(scans.map(({ by }) => by.name)).toEqual(['Mary Thomas', 'Ramesh Gurung']);
    expect(await close(second.count.id, mary)).toMatchObject({ seen: 2, missing: [] });
  });

  test('see at once what the other does, until one ends it, and nobody else hears of it', async () => {
    const [one = ''] = await hangKeys(1);
    const { count } = await begin(ramesh);
    const params = { id: count.id };
    const [page, others] = await Promise.all([mary, asha].map((who) => openPage(who)));
    const told = async () => {
      await page?.caughtUp();
      return page?.received('count-changed').length;
    };
    await tick(count.id, [one]);
    expect(await told()).toBe(1);
    const scanId = (await read(count.id)).scans[0]?.id ?? '';
    await ramesh.get(api.removeScan, { params: { ...params, scanId } });
    expect(await told()).toBe(2);
    await scan(count.id, tagsOf([one]));
    await close(count.id);
    expect(await told()).toBe(4);
    const next = (await begin(ramesh)).count.id;
    await ramesh.get(api.abandonCount, { params: { id: next } });
    await told();
    const ids = [count.id, count.id, count.id, count.id, next, next];
    expect(page?.received('count-changed')).toEqual(ids.map((countId) => ({ countId })));
    await others?.caughtUp();
    expect(others?.received('count-changed')).toEqual([]);
  });

  test('who begin at the same moment get one count', async () => {
    await hangKeys(1);
    const begun = await Promise.all([ramesh, mary, admin].map((who) => begin(who)));
    expect(new Set(begun.map(({ count }) => count.id)).size).toBe(1);
    expect(begun.filter(({ joined }) => joined)).toHaveLength(2);
  });

  test('join a count whose keys are all out by now, and one of what was missing', async () => {
    const [seen = '', gone = ''] = await hangKeys(2);
    const first = await begin();
    await giveKey(ramesh, asha, seen);
    await giveKey(ramesh, asha, gone);
    expect((await begin(mary)).count.id).toBe(first.count.id);
    for (const id of [seen, gone]) await ramesh.get(api.collectKey, { params: { id }, body: {} });
    await ramesh.get(api.abandonCount, { params: { id: first.count.id } });
    const { count } = await begin();
    await tick(count.id, [seen]);
    await close(count.id);
    const again = { kind: 'again', countId: count.id } as const;
    const { id } = (await begin(ramesh, again)).count;
    expect(await begin(mary, again)).toMatchObject({ joined: true, count: { id } });
    expect((await read(id)).keyIds).toEqual([gone]);
  });

  test('count what an oracle says, in any order of scans, ticks and removals', async () => {
    const keys = 5;
    const step = fc.record({
      by: fc.boolean(),
      key: fc.nat(keys - 1),
      act: fc.constantFrom('scan' as const, 'tick' as const, 'remove' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
        serial += 1;
        cabinet = `Joined ${serial}`;
        const ids = await hangKeys(keys);
        const { id } = (await begin()).count;
        const seen = new Set<string>();
        const ever = new Set<string>();
        for (const { by, key, act } of steps) {
          const who: TestClient = by ? ramesh : mary;
          const keyId = ids[key] ?? '';
          if (act === 'remove') {
            const params = { id, scanId: keyId };
            const { status } = await who.call(api.removeScan, { params });
            expect(status).toBe(ever.has(keyId) ? 200 : 404);
            seen.delete(keyId);
            continue;
          }
          if (act === 'scan') await scan(id, tagsOf([keyId]), who);
          else await tick(id, [keyId], who);
          seen.add(keyId);
          ever.add(keyId);
        }
        const { count, scans } = await read(id);
        expect(count.scanned).toBe(seen.size);
        expect(new Set(scans.map(({ keyId }) => keyId))).toEqual(seen);
        if (seen.size === 0) {
          const refused = await ramesh.call(api.closeCount, { params: { id } });
          expect(refused).toMatchObject(refusal('COUNT_NOTHING_SEEN'));
          await ramesh.get(api.abandonCount, { params: { id } });
          return;
        }
        const { missing } = await close(id, mary);
        expect(missing.map(({ _id }) => _id).toSorted()).toEqual(
          ids.filter((keyId) => !seen.has(keyId)).toSorted(),
        );
      }),
      { numRuns: 8 },
    );
  });
});

describe('a count that is open', () => {
  test('is given up, says nothing of any key, and makes room for another', async () => {
    const keys = await hangKeys(2);
    const { count } = await begin();
    await scan(count.id, tagsOf(keys.slice(0, 1)));
    const params = { id: count.id };
    const { data } = await mary.get(api.abandonCount, { params });
    expect(data.count).toMatchObject({ abandonedAt: expect.any(String), closedAt: null });
    expect((await mary.get(api.abandonCount, { params })).data.count).toEqual(data.count);
    expect(await ramesh.call(api.closeCount, { params })).toMatchObject(refusal('COUNT_CLOSED'));
    expect(await scan(count.id, tagsOf(keys))).toMatchObject(refusal('COUNT_CLOSED'));
    const { key } = (await ramesh.get(api.getKey, { params: { id: keys[1] ?? '' } })).data;
    expect(key.notSeenSince).toBeUndefined();
    expect((await begin()).count.id).not.toBe(count.id);
  });

  test('cannot be given up once it is closed', async () => {
    const keys = await hangKeys(1);
    const { id } = (await begin()).count;
    await tick(id, keys);
    await close(id);
    const late = await ramesh.call(api.abandonCount, { params: { id } });
    expect(late).toMatchObject(refusal('COUNT_CLOSED'));
  });

  test('cannot be finished with nothing but tags of no key, or of one whose life is over', async () => {
    const [key = ''] = await hangKeys(2);
    const { id } = (await begin()).count;
    const params = { id };
    const finish = () => ramesh.call(api.closeCount, { params });
    expect(await finish()).toMatchObject(refusal('COUNT_NOTHING_SEEN'));
    const { id: old } = await campus.key();
    await admin.get(api.deleteKey, { params: { id: old } });
    await scan(id, ['an ID card', formatKeyTag(old)]);
    expect(await finish()).toMatchObject(refusal('COUNT_NOTHING_SEEN'));
    expect((await read(id)).count.closedAt).toBeNull();
    await tick(id, [key]);
    expect((await finish()).status).toBe(200);
  });

  test('lists what was seen, by whom and how, and takes it back', async () => {
    const [scanned = '', ticked = ''] = await hangKeys(2);
    const { id } = (await begin()).count;
    await scan(id, tagsOf([scanned]));
    await tick(id, [ticked], mary);
    await scan(id, ['no key']);
    const list = async () =>
      (await read(id)).scans.map(({ keyId, byHand, by }) => [keyId, byHand, by.name]);
    expect(await list()).toEqual([
      [null, false, 'Ramesh Gurung'],
      [ticked, true, 'Mary Thomas'],
      [scanned, false, 'Ramesh Gurung'],
    ]);
    for (const { id: scanId } of (await read(id)).scans)
      await mary.get(api.removeScan, { params: { id, scanId } });
    expect(await list()).toEqual([]);
    expect((await read(id)).count).toMatchObject({ scanned: 0, last: null });
    await scan(id, tagsOf([ticked]), mary);
    expect(await list()).toEqual([[ticked, false, 'Mary Thomas']]);
    const { rowCount } = await campus.db.query('SELECT FROM count_scans WHERE count_id = $1', [id]);
    expect(rowCount).toBe(3);
    const unknown = await ramesh.call(api.removeScan, { params: { id, scanId: 'nothing' } });
    expect(unknown).toMatchObject(refusal('COUNT_SCAN_NOT_FOUND', 404));
  });

  test('lists the keys of its part, out or not, and so tells nothing', async () => {
    const keys = await hangKeys(3);
    await giveKey(ramesh, asha, keys[0] ?? '');
    const { id } = (await begin()).count;
    expect((await read(id)).keyIds.toSorted()).toEqual(keys.toSorted());
  });

  test('counts a tag that is scanned after a tick as scanned, and not the other way', async () => {
    const [key = ''] = await hangKeys(1);
    const { id } = (await begin()).count;
    const byHand = async () => (await read(id)).scans.map((entry) => entry.byHand);
    await tick(id, [key]);
    expect(await byHand()).toEqual([true]);
    await scan(id, tagsOf([key]));
    expect(await byHand()).toEqual([false]);
    await tick(id, [key]);
    expect(await byHand()).toEqual([false]);
  });

  test('counts a tag made of a key’s id as seen by hand where that is no tag', async () => {
    const [plain = ''] = await hangKeys(1);
    const { id: high } = await campus.key({ hook: `${cabinet} · 2`, level: 'high' });
    const { id } = (await begin()).count;
    await scan(id, tagsOf([plain, high]));
    const byHand = (await read(id)).scans.filter((entry) => entry.byHand);
    expect(byHand.map(({ keyId }) => keyId)).toEqual([high]);
  });

  test('takes three scans for each of its keys, also of those that scan at once', async () => {
    const keys = await hangKeys(2);
    const { id } = (await begin()).count;
    await scan(id, tagsOf(keys));
    const junk = (from: number) => Array.from({ length: 2 }, (_, at) => `junk ${from + at}`);
    const answers = await Promise.all([
      scan(id, junk(0)),
      scan(id, junk(2), mary),
      scan(id, junk(4)),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal('COUNT_FULL'));
    expect((await read(id)).scans).toHaveLength(6);
    expect((await scan(id, tagsOf(keys))).status).toBe(200);
    expect((await close(id)).unknown).toBe(4);
  });

  test('full of what is no key of its part, still sees its keys, and has room again', async () => {
    const keys = await hangKeys(2);
    const { id } = (await begin()).count;
    const junk = Array.from({ length: 6 }, (_, at) => `junk ${at}`);
    await scan(id, junk, mary);
    expect(await scan(id, ['one more'])).toMatchObject(refusal('COUNT_FULL'));
    expect((await scan(id, tagsOf(keys))).status).toBe(200);
    const unknown = (await read(id)).scans.filter(({ keyId }) => keyId === null);
    for (const { id: scanId } of unknown.slice(0, 3))
      await ramesh.get(api.removeScan, { params: { id, scanId } });
    expect((await scan(id, ['one more'])).status).toBe(200);
    expect(await scan(id, ['and another'])).toMatchObject(refusal('COUNT_FULL'));
    expect(await close(id)).toMatchObject({ seen: 2, unknown: 4 });
  });

  test('refuses to tick a key that there is not, and lists one whose life is over', async () => {
    const [key = ''] = await hangKeys(1);
    const { id: old, keyNumber } = await campus.key();
    await giveKey(ramesh, asha, old);
    await ramesh.get(api.collectKey, { params: { id: old }, body: {} });
    await admin.get(api.deleteKey, { params: { id: old } });
    const { id } = (await begin()).count;
    const ticked = { params: { id }, body: { keyIds: [old] } };
    expect(await ramesh.call(api.scanForCount, ticked)).toMatchObject(
      refusal('KEY_NOT_FOUND', 404),
    );
    const { data } = await ramesh.get(api.scanForCount, {
      params: { id },
      body: { tags: tagsOf([key, old]) },
    });
    const retired = { keyNumber, how: 'removed', lastHolder: { name: 'Asha Rao' } };
    expect(data.keyNumbers).toEqual([expect.any(String), keyNumber]);
    expect(data.retired).toMatchObject([retired]);
    expect(await close(id)).toMatchObject({ unknown: 0, retired: [retired] });
    const [latest] = (await ramesh.get(api.listCounts)).data.counts;
    expect(latest?.findings).toMatchObject({ retired: 1, unknown: 0 });
  });

  test('is nobody’s but the desk’s, and neither removed from nor given up where there is none', async () => {
    await hangKeys(1);
    const { id } = (await begin()).count;
    const scanId = 'x';
    expect((await asha.call(api.abandonCount, { params: { id } })).status).toBe(403);
    expect((await asha.call(api.removeScan, { params: { id, scanId } })).status).toBe(403);
    const nowhere = '650000000000000000000001';
    expect((await ramesh.call(api.abandonCount, { params: { id: nowhere } })).status).toBe(404);
    const removed = await ramesh.call(api.removeScan, { params: { id: nowhere, scanId } });
    expect(removed.status).toBe(404);
    const both = { params: { id }, body: { tags: ['x'], keyIds: [nowhere] } };
    expect((await ramesh.call(api.scanForCount, both)).status).toBe(400);
  });
});
