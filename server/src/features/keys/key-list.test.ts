import { api } from '@keydesk/shared/api';
import type { Key } from '@keydesk/shared/keys/key';
import { beforeAll, describe, expect, test } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

const campus = testCampus();
const guard = campus.resident('security');
const asha = campus.resident();

async function listOf(reader: TestClient, query?: Record<string, string>) {
  return (await reader.get(api.listKeys, query ? { query } : {})).data.keys;
}

async function inList(reader: TestClient, id: string): Promise<Key | undefined> {
  return (await listOf(reader)).find(({ _id }) => _id === id);
}

function ask(reader: TestClient, headers: Record<string, string> = {}) {
  return reader.call(api.listKeys, { headers });
}

describe('the key list', () => {
  test('holds every active key in order of numbers, with exactly the public fields', async () => {
    const key = await campus.key({ keyNumber: 'AAA-1', description: 'Two copies' });
    await campus.key({ keyNumber: 'AAA-2', deletedAt: new Date() });
    const keys = await listOf(asha);
    expect(keys.map(({ keyNumber }) => keyNumber)).not.toContain('AAA-2');
    expect(keys.map(({ keyNumber }) => keyNumber)).toEqual(
      keys.map(({ keyNumber }) => keyNumber).sort(),
    );
    expect(keys.find(({ _id }) => _id === key.id)).toEqual({
      _id: key.id,
      keyNumber: 'AAA-1',
      keyName: key.keyName,
      location: key.location,
      status: 'available',
      description: 'Two copies',
      category: 'classroom',
      department: 'CSE',
      block: 'A',
      frequentlyUsed: false,
      takenBy: null,
      takenAt: null,
      dueAt: null,
      graceUntil: null,
      returnedAt: null,
      loanId: null,
      isActive: true,
      createdAt: key.createdAt.toISOString(),
      updatedAt: key.updatedAt.toISOString(),
      version: 1,
    });
  });

  test('names the holder to everybody and their address to the desk alone', async () => {
    const key = await campus.key();
    await giveKey(guard, asha, key.id);
    const { id: userId, name, email } = asha.user;
    const admin = await campus.person('admin');
    for (const desk of [guard, admin])
      expect((await inList(desk, key.id))?.takenBy).toEqual({ userId, name, email });
    for (const other of [asha, await campus.person()])
      expect((await inList(other, key.id))?.takenBy).toEqual({ userId, name });
    expect(JSON.stringify((await ask(asha)).body)).not.toContain('@');
  });

  test('follows a holder who changes their name', async () => {
    const [ravi, key] = [await campus.person(), await campus.key()];
    await giveKey(guard, ravi, key.id);
    expect((await inList(guard, key.id))?.takenBy?.name).toBe(ravi.user.name);
    await ravi.get(api.updateProfile, { body: { name: 'Ravi Iyer' } });
    await expect.poll(async () => (await inList(guard, key.id))?.takenBy?.name).toBe('Ravi Iyer');
  });
});

describe('a list that has not changed', () => {
  test('is not sent again', async () => {
    const first = await ask(asha);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/".+"$/);
    expect(first.headers.get('cache-control')).toBe('no-store');
    for (const condition of [etag, etag.slice(2), `"other", ${etag}`]) {
      const again = await ask(asha, { 'if-none-match': condition });
      expect({ status: again.status, etag: again.headers.get('etag') }).toEqual({
        status: 304,
        etag,
      });
      expect(again.body).toEqual({ text: '' });
    }
    expect((await ask(asha, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('has another tag for the desk, so that no cache mixes the two', async () => {
    const etag = (await ask(guard)).headers.get('etag') ?? '';
    expect((await ask(asha, { 'if-none-match': etag })).status).toBe(200);
  });

  test('has the same tag in every process', async () => {
    const second = await campus.another();
    const etag = (await ask(asha)).headers.get('etag') ?? '';
    expect((await ask(asha.at(second), { 'if-none-match': etag })).status).toBe(304);
  });
});

test('the list is gzipped where that is accepted, and the same either way', async () => {
  const plain = await ask(asha, { 'accept-encoding': 'identity' });
  const zipped = await ask(asha, { 'accept-encoding': 'br;q=1.0, gzip;q=0.8' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect(zipped.headers.get('vary')).toContain('Accept-Encoding');
  expect(zipped.body).toEqual(plain.body);
});

describe('a change of a key', () => {
  test('is in the list at once, and the old tag no longer holds', async () => {
    const admin = await campus.person('admin');
    const key = await campus.key();
    const statusIn = async (reader: TestClient) => (await inList(reader, key.id))?.status;
    const changes: (() => Promise<unknown>)[] = [
      () => giveKey(guard, asha, key.id),
      () => guard.get(api.collectKey, { params: { id: key.id } }),
      () => admin.get(api.updateKey, { params: { id: key.id }, body: { keyName: 'Renamed' } }),
      () => admin.get(api.deleteKey, { params: { id: key.id } }),
    ];
    const seen: unknown[] = [];
    for (const change of changes) {
      const etag = (await ask(guard)).headers.get('etag') ?? '';
      await change();
      expect((await ask(guard, { 'if-none-match': etag })).status).toBe(200);
      seen.push(await statusIn(asha));
    }
    expect(seen).toEqual(['unavailable', 'available', 'available', undefined]);
  });

  test('is in the list of another process a moment later', async () => {
    const second = await campus.another();
    const key = await campus.key();
    const elsewhere = asha.at(second);
    await expect.poll(() => inList(elsewhere, key.id), { timeout: 60_000 }).toBeDefined();
    await giveKey(guard, asha, key.id);
    await expect
      .poll(async () => (await inList(elsewhere, key.id))?.status, { timeout: 60_000 })
      .toBe('unavailable');
  });

  test('shows although many read while it happens', async () => {
    const key = await campus.key();
    for (let round = 0; round < 5; round += 1) {
      const readers = Array.from({ length: 10 }, () => listOf(asha));
      await giveKey(guard, asha, key.id);
      const [during] = await Promise.all([Promise.all(readers), listOf(guard)]);
      expect(during).toHaveLength(10);
      expect((await inList(asha, key.id))?.status).toBe('unavailable');
      await guard.get(api.collectKey, { params: { id: key.id } });
      expect((await inList(guard, key.id))?.status).toBe('available');
    }
  });
});

describe('the list is filtered', () => {
  beforeAll(async () => {
    await campus.key({ keyNumber: 'F-1', department: 'MECH', category: 'lab', block: 'H' });
    await campus.key({ keyNumber: 'F-2', department: 'MECH', category: 'office', block: 'H' });
    const out = await campus.key({ keyNumber: 'F-3', department: 'MECH', block: 'LIB' });
    await giveKey(guard, asha, out.id);
  });

  test.each([
    [{ department: 'MECH' }, ['F-1', 'F-2', 'F-3']],
    [{ department: 'MECH', category: 'lab' }, ['F-1']],
    [{ department: 'MECH', block: 'LIB' }, ['F-3']],
    [{ department: 'MECH', status: 'unavailable' }, ['F-3']],
    [{ department: 'MECH', status: 'available' }, ['F-1', 'F-2']],
    [{ search: 'f-2' }, ['F-2']],
    [{ search: ' mech ', block: 'H' }, ['F-1', 'F-2']],
    [{ search: 'mech f-' }, ['F-1', 'F-2', 'F-3']],
    [{ search: 'LAB  mech f-1' }, ['F-1']],
    [{ search: 'lab f-2' }, []],
    [{ search: '%' }, []],
    [{ department: 'RESEARCH' }, []],
  ] as [Record<string, string>, string[]][])('by %j', async (query, numbers) => {
    const keys = await listOf(asha, query);
    expect(keys.map(({ keyNumber }) => keyNumber)).toEqual(numbers);
  });

  test('by a search, as pages list them: own department first, then the best match', async () => {
    for (const [keyNumber, department] of [
      ['A-99', 'MECH'],
      ['B-991', 'CIVIL'],
      ['99', 'CIVIL'],
      ['Z-99', 'AIML'],
    ] as const)
      await campus.key({ keyNumber, department, keyName: 'Gibbon House' });
    const reader = await campus.person('faculty', { department: 'CSE-AIML' });
    const found = await listOf(reader, { search: '99 gibbon' });
    expect(found.map(({ keyNumber }) => keyNumber)).toEqual(['Z-99', '99', 'A-99', 'B-991']);
  });

  test('without showing an address to faculty', async () => {
    const { body } = await asha.call(api.listKeys, { query: { status: 'unavailable' } });
    expect(JSON.stringify(body)).toContain(asha.user.name);
    expect(JSON.stringify(body)).not.toContain('@');
  });

  test.each([
    { department: 'LAW' },
    { status: 'lost' },
    { block: ' ' },
    { page: '2' },
    { search: 'x'.repeat(101) },
  ] as Record<string, string>[])('and refuses %j', async (query) => {
    expect((await asha.call(api.listKeys, { query })).status).toBe(400);
  });
});
