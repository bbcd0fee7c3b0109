import { beforeEach, describe, expect, test } from 'vitest';
import { createWorkQueue, type WorkQueue } from './work-queue.ts';

type Order = Parameters<WorkQueue>[0];

let runQueued: WorkQueue;
let begun: string[];
let ends: Map<string, () => void>;
let outcomes: string[];

beforeEach(() => {
  begun = [];
  ends = new Map();
  outcomes = [];
  runQueued = createWorkQueue({
    queuedWorkOpen: { inc: () => undefined, dec: () => undefined },
    queuedWork: { inc: ({ outcome }: { outcome: string }) => outcomes.push(outcome) },
  } as unknown as Parameters<typeof createWorkQueue>[0]);
});

function turn() {
  return new Promise<void>((resolve) => setImmediate(resolve));
}

/** Orders work that runs until `end` is called with its name. */
function order(name: string, kind: Order['kind'], userId = name) {
  const leaving = new AbortController();
  const result = runQueued({ kind, userId, signal: leaving.signal }, () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) => {
      ends.set(name, () => resolve(name));
      leaving.signal.addEventListener('abort', () => reject(new Error('Stopped')));
    });
  });
  result.catch(() => undefined);
  return { result, leave: () => leaving.abort(new Error('Left')) };
}

async function end(name: string) {
  ends.get(name)?.();
  await turn();
}

describe('long work', () => {
  test('prints one file after the other, reports before tags', async () => {
    order('a', 'tags');
    order('b', 'tags');
    const report = order('c', 'report');
    await turn();
    expect(begun).toEqual(['a']);
    await end('a');
    expect(begun).toEqual(['a', 'c']);
    await end('c');
    expect(begun).toEqual(['a', 'c', 'b']);
    expect(await report.result).toBe('c');
  });

  test('imports beside what is printed, one after the other', async () => {
    order('tags', 'tags');
    order('first', 'import');
    order('second', 'import');
    await turn();
    expect(begun).toEqual(['tags', 'first']);
    await end('first');
    expect(begun.at(-1)).toBe('second');
  });

  test('whose caller leaves is given up: what waits is never begun, what runs makes room', async () => {
    const running = order('running', 'tags');
    const waiting = order('waiting', 'tags');
    order('next', 'report');
    await turn();
    waiting.leave();
    await expect(waiting.result).rejects.toThrow('Left');
    expect(begun).toEqual(['running']);
    running.leave();
    await expect(running.result).rejects.toThrow('Left');
    await turn();
    expect(begun).toEqual(['running', 'next']);
    expect(outcomes).toEqual(['cancelled', 'cancelled']);
  });

  test('is refused to a person who has three files open, until one has ended', async () => {
    for (const name of ['a', 'b', 'c']) order(name, 'tags', 'asha');
    await expect(order('d', 'report', 'asha').result).rejects.toMatchObject({
      code: 'TOO_MANY_FILES',
      details: { retryAfter: 10 },
    });
    order('of ravi', 'tags', 'ravi');
    await turn();
    await end('a');
    const again = order('e', 'tags', 'asha');
    again.leave();
    await expect(again.result).rejects.toThrow('Left');
  });

  test('is refused to everybody while twenty files are open', async () => {
    for (let count = 0; count < 20; count += 1) order(`${count}`, 'tags');
    await expect(order('one more', 'report').result).rejects.toMatchObject({
      code: 'BUSY_WITH_FILES',
      details: { retryAfter: 30 },
    });
    expect(outcomes).toEqual(['refused']);
  });

  test('never refuses a desk its outage sheet, nor lets it wait for a report', async () => {
    for (let count = 0; count < 20; count += 1) order(`${count}`, 'report', `admin ${count}`);
    for (let count = 0; count < 3; count += 1) order(`of guard ${count}`, 'import', 'guard');
    const sheets = [order('sheet', 'sheet', 'guard')];
    for (let desk = 0; desk < 200; desk += 1) sheets.push(order(`sheet ${desk}`, 'sheet'));
    await turn();
    expect(begun).toEqual(['0', 'of guard 0', 'sheet']);
    expect(outcomes).toEqual([]);
    await end('sheet');
    expect(await sheets[0]?.result).toBe('sheet');
    expect(begun.at(-1)).toBe('sheet 0');
  });

  test('of people about themselves fills no room of reports and imports, nor waits for them', async () => {
    for (let count = 0; count < 20; count += 1) order(`own ${count}`, 'own-data');
    await expect(order('one more', 'own-data').result).rejects.toMatchObject({
      code: 'BUSY_WITH_FILES',
    });
    order('report', 'report');
    order('import', 'import');
    await turn();
    expect(begun).toEqual(['own 0', 'report', 'import']);
  });

  test('that fails makes room for the next', async () => {
    const failing = runQueued(
      { kind: 'report', userId: 'asha', signal: new AbortController().signal },
      () => Promise.reject(new Error('Paper jam')),
    );
    order('next', 'report');
    await expect(failing).rejects.toThrow('Paper jam');
    await turn();
    expect(begun).toEqual(['next']);
    expect(outcomes).toEqual(['failed']);
  });
});
