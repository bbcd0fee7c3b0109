import { gatherAccess } from '../../server/src/features/access/facts.ts';
import { createRuleCache } from '../../server/src/features/access/rule-cache.ts';
import type { Database } from '../../server/src/platform/db/client.ts';
import { relaxLimits } from '../../server/test/relaxed-limits.ts';
import type { Harness } from '../harness/harness.ts';
import { startProduction } from '../harness/production.ts';
import { addKeys, addPeople, addSignedIn, pageHeaders } from '../harness/seed.ts';
import { inMs, median, percentile, type Row } from '../report.ts';
import { addRules, spreadKeys } from './fill.ts';

const keyCount = 10_000;
const peopleCount = 2_000;
const rounds = 300;
const goals = { facts: 1, list: 5, changed: 5, notModified: 1 };

/** What access rules cost: the facts of one hand-out, and the list of keys that are not free. */
export async function benchAccess(harness: Harness): Promise<Row[]> {
  return [...(await benchFacts(harness)), ...(await benchKeysAccess(harness))];
}

function benchFacts(harness: Harness): Promise<Row[]> {
  return harness.withDatabase(async (db) => {
    const { keys, people } = await fill(db, 2_000);
    const rules = createRuleCache(db);
    await rules.refresh();
    const policy = { timezone: 'Asia/Kolkata', noKeysWhileOverdue: true, rules };
    const times = await measure(async (round) => {
      const [keyId, personId] = [keys[round * 31], people[round * 3]].map((one) => one?.id ?? '');
      if (!keyId || !personId) throw new Error('Nobody asks');
      await gatherAccess(db, { keyId, personId }, policy);
    });
    const bare = await measure(() => db.query({ name: 'bare', text: 'SELECT now()' }));
    return [
      row('facts of a hand-out, 2000 rules', times, { goal: goals.facts, beside: median(bare) }),
    ];
  });
}

async function fill(db: Database, ruleCount: number) {
  const people = await addPeople(db, 'faculty', peopleCount);
  const keys = await addKeys(db, keyCount);
  await spreadKeys(db);
  await db.query(`UPDATE keys SET level = 'restricted' WHERE key_number LIKE '%7'`);
  await addRules(db, { count: ruleCount, people });
  return { keys, people };
}

function benchKeysAccess(harness: Harness): Promise<Row[]> {
  return harness.withDatabase(async (db, url) => {
    await relaxLimits(url);
    await fill(db, 500);
    const readers = await addSignedIn(db, 'faculty', 10);
    const app = await startProduction(url);
    let calls = 0;
    const get = async (path: string, etag = '') => {
      const reader = readers[calls++ % readers.length];
      if (!reader) throw new Error('Nobody reads');
      const headers = { ...pageHeaders(reader), 'if-none-match': etag };
      const answer = await fetch(`${app.url}/api${path}`, { headers });
      await answer.arrayBuffer();
      return answer;
    };
    const list = async (etag: string, status: number) => {
      const answer = await get('/keys/access', etag);
      if (answer.status !== status) throw new Error(`Not ${status} but ${answer.status}`);
      return answer.headers.get('etag') ?? '';
    };
    try {
      const etag = await list('', 200);
      const bare = await measure(() => get('/keys/my-taken'));
      const same = await measure(() => list(etag, 304));
      const whole = await measure(() => list('', 200));
      const changed: number[] = [];
      for (let round = 0; round < 20; round += 1) {
        await db.query(
          'UPDATE access_rules SET ended_at = now() WHERE id = (SELECT max(id) FROM access_rules WHERE ended_at IS NULL)',
        );
        await db.query('UPDATE access_version SET version = version + 1');
        changed.push(...(await measure(() => list('', 200), 1)));
      }
      const beside = median(bare);
      const what = `keys access, ${keyCount} keys, 500 rules`;
      return [
        row(what, whole, { goal: goals.list, beside }),
        row(`${what}, a rule has changed`, changed, { goal: goals.changed, beside }),
        row('keys access, not modified', same, { goal: goals.notModified, beside }),
      ];
    } finally {
      await app.stop();
    }
  });
}

/** The milliseconds of each time, after a third as many to warm up. */
async function measure(once: (round: number) => Promise<unknown>, times = rounds) {
  for (let round = 0; round < Math.floor(times / 3); round += 1) await once(round);
  const taken: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const begun = performance.now();
    await once(round);
    taken.push(performance.now() - begun);
  }
  return taken;
}

/** `beside` is what the smallest statement or call takes in the same run. */
function row(
  what: string,
  times: readonly number[],
  { goal, beside }: { goal: number; beside: number },
): Row {
  const half = median(times);
  return {
    what: `${what}, half within`,
    ours: `${inMs(half)} (99 of 100 within ${inMs(percentile(times, 0.99))})`,
    reference: `the least there is: ${inMs(beside)}`,
    ratio: '',
    goal: `≤ ${goal} ms more`,
    met: half - beside <= goal,
  };
}
