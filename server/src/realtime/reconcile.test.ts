import type { Key } from '@keydesk/shared/keys/key';
import { expect, test } from 'vitest';
import type { ClusterEvent } from './publisher.ts';
import { createLocalBroadcaster } from './reconcile.ts';

const timestamp = '2026-03-02T09:00:00.000Z';

/** A process whose database holds these key versions, and what it does, in order. */
async function startProcess(versions: Record<string, number>) {
  const database = { held: versions, down: false, afterVersionRead: () => {} };
  const done: string[] = [];
  const own = createLocalBroadcaster({
    listVersion: async () => {
      if (database.down) throw new Error('down');
      const version = JSON.stringify(database.held);
      database.afterVersionRead();
      return version;
    },
    keyVersions: async () => {
      if (database.down) throw new Error('down');
      done.push('versions read');
      return new Map(Object.entries(database.held));
    },
    onKeysChanged: () => done.push('cache dropped'),
    broadcast: (event) => done.push(event.keyListChanged ? 'list' : `told ${wordOf(event)}`),
    onLost: () => done.push('lost'),
    onError: () => done.push('error'),
  });
  await own.reconcileMissedEvents();
  const told = () => done.filter((what) => what === 'list' || what.startsWith('told'));
  done.length = 0;
  return { database, own, done, told };
}

function wordOf({ changes }: ClusterEvent): string {
  return changes?.[0]?.key._id ?? 'something';
}

function changeOf(id: string, version: number): ClusterEvent {
  return {
    changes: [{ action: 'update', key: { _id: id, version } as Key }],
    timestamp,
  };
}

test('a change of a key is told at once, after what is cached of it was dropped', async () => {
  const { own, done } = await startProcess({ a: 1 });
  own.broadcast(changeOf('a', 2));
  expect(done).toEqual(['cache dropped', 'told a']);
});

test('other news drops nothing', async () => {
  const { own, done } = await startProcess({ a: 1 });
  own.broadcast({ unread: { userId: 'u', unreadCount: 1 }, timestamp });
  expect(done).toEqual(['told something']);
});

test('a lost change has pages read the list once, by the second look', async () => {
  const { database, own, told, done } = await startProcess({ a: 1 });
  database.held = { a: 2 };
  await own.reconcileMissedEvents();
  expect(told()).toEqual([]);
  for (let look = 0; look < 4; look += 1) await own.reconcileMissedEvents();
  expect(told()).toEqual(['list']);
  expect(done.filter((what) => what === 'lost')).toHaveLength(1);
});

test('while the list as a whole stands, its keys are not read again', async () => {
  const { database, own, done } = await startProcess({ a: 1 });
  for (let look = 0; look < 3; look += 1) await own.reconcileMissedEvents();
  expect(done).toEqual([]);
  database.held = { a: 2 };
  own.broadcast(changeOf('a', 2));
  for (let look = 0; look < 3; look += 1) await own.reconcileMissedEvents();
  expect(done).toEqual(['cache dropped', 'told a', 'versions read']);
});

test('a change that comes while the keys are read is found by the next look', async () => {
  const { database, own, told } = await startProcess({ a: 1, b: 1 });
  database.held = { a: 2, b: 1 };
  own.broadcast(changeOf('a', 2));
  database.afterVersionRead = () => {
    database.held = { a: 2, b: 2 };
  };
  for (let look = 0; look < 3; look += 1) await own.reconcileMissedEvents();
  expect(told()).toEqual(['told a', 'list']);
});

test('what changed before pages read the whole list is not taken for lost afterwards', async () => {
  const { database, own, told, done } = await startProcess({ a: 1 });
  database.held = { a: 2, b: 1 };
  own.broadcast({ keyListChanged: true, timestamp });
  await expect.poll(told).toEqual(['list']);
  expect(done).toEqual(['cache dropped', 'versions read', 'cache dropped', 'list']);
  for (let look = 0; look < 3; look += 1) await own.reconcileMissedEvents();
  expect(told()).toEqual(['list']);
});

test('pages hear of a changed list even while the database cannot be asked', async () => {
  const { database, own, told, done } = await startProcess({ a: 1 });
  database.down = true;
  own.broadcast({ keyListChanged: true, timestamp });
  await expect.poll(told).toEqual(['list']);
  expect(done).toContain('error');
});
