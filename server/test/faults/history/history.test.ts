import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@keydesk/embedded-postgres/server';
import { afterEach, expect, test } from 'vitest';
import { addRuleAbout, endRule } from '../../access-rules.ts';
import { createTestDatabase } from '../../test-database.ts';
import { type CampusPeople, insertPeople } from '../campus-people.ts';
import { findHalfDone } from '../half-done.ts';
import { patienceMs, reportFigure, rounds } from '../rounds.ts';
import { openSite } from '../site.ts';
import { type Call, isLost, isOk } from './call.ts';
import { campusLife, deskLife, walk } from './campus-walk.ts';
import { judge } from './judge.ts';
import { openNaiveDesk } from './naive-desk.ts';

const once = { timeout: patienceMs, retry: 0 };

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function newSeed(): number {
  return Number(process.env.FAULTS_SEED ?? (Date.now() % 1e9) + 1);
}

function countAnswers(calls: readonly Call[]): string {
  const counts = new Map<string, number>();
  for (const { answer } of calls)
    counts.set(answer?.code ?? 'lost', 1 + (counts.get(answer?.code ?? 'lost') ?? 0));
  const parts = [...counts].sort(([, a], [, b]) => b - a).map(([code, n]) => `${code} ${n}`);
  return `Answers of the history: ${parts.join(', ')}`;
}

/** After so many calls one of the two processes is killed, and started again at its address. */
const callsBetweenKills = rounds.whole ? rounds.calls / 5 : Number.POSITIVE_INFINITY;

/** Stores a history that fits no order, so that its cause can be investigated. */
function keep(calls: readonly Call[], seed: number): string {
  const file = join(tmpdir(), `keydesk-history-${seed}.json`);
  writeFileSync(file, JSON.stringify(calls));
  return file;
}

test(
  'what many clients at two processes were answered fits one order of events for each key',
  once,
  async () => {
    const site = await openSite({ faculty: 24, desks: 24, admins: 1, keys: 12 });
    undo.push(() => site.close());
    const ports = [await freePort(), await freePort()];
    const apps = ports.map((port) => site.start(port));
    await Promise.all(apps.map(({ ready }) => ready));
    let kills = 0;
    const killOne = (count: number): void => {
      if (count < (kills + 1) * callsBetweenKills) return;
      kills += 1;
      const index = kills % 2;
      const port = ports[index] ?? 0;
      void apps[index]?.end('SIGKILL').then(() => {
        apps[index] = site.start(port);
      });
    };
    const seed = newSeed();
    const calls = await walk({
      people: site.people,
      urls: apps.map(({ url }) => url),
      calls: rounds.calls,
      clients: 16,
      seed,
      life: campusLife,
      changeRules: {
        add: (keyId) => addRuleAbout(site.db, { keyId, by: site.people.admins[0]?.user.id ?? '' }),
        end: (id) => endRule(site.db, id),
      },
      onCall: killOne,
    });
    const faults = judge(calls);
    if (faults.length > 0)
      reportFigure(`History: FAULTS, see ${keep(calls, seed)}: ${faults.join('; ')}`);
    expect(faults, `FAULTS_SEED=${seed}`).toEqual([]);
    expect(await findHalfDone(site.db)).toEqual([]);
    if (rounds.whole) reportFigure(countAnswers(calls));
    const refused = calls.filter((call) => !isOk(call) && !isLost(call)).length;
    expect(refused).toBeGreaterThan(0);
    reportFigure(
      `History: ${calls.length} calls at two processes (${kills} kills), ${refused} refused, ` +
        `${calls.filter(isLost).length} without an answer; all fit one order of events per key, code, role and rule`,
    );
  },
);

test('a desk that looks before it writes, without a lock, is caught', once, async () => {
  const database = await createTestDatabase();
  undo.push(database.drop);
  let people: CampusPeople;
  const naive = await openNaiveDesk(database.url, () => people);
  undo.push(naive.close);
  people = await insertPeople(naive.db, naive.url, { faculty: 0, desks: 12, keys: 2 });
  const calls = await walk({
    people,
    urls: [naive.url],
    calls: 400,
    clients: 12,
    seed: newSeed(),
    life: deskLife,
  });
  const faults = judge(calls);
  reportFigure(`Control, a desk without locks: ${faults.length} of 2 keys fit no order of events`);
  expect(faults.length).toBeGreaterThan(0);
  expect(await findHalfDone(naive.db)).toContainEqual(
    expect.stringContaining('a key with two loans at one time'),
  );
});
