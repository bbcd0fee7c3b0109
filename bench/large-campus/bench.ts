import { ruleEffects } from '@keydesk/shared/access/access-rule';
import type { Role } from '@keydesk/shared/http/roles';
import type { Database } from '../../server/src/db/client.ts';
import { type NewSession, openSession } from '../../server/src/features/session/sessions.ts';
import { type CampusSize, fill } from '../analytics/fill.ts';
import type { Harness } from '../harness/harness.ts';
import { startProduction } from '../harness/production.ts';
import { hexId, jsonHeaders } from '../harness/seed.ts';
import { inMs, median, type Row } from '../report.ts';

const campus: CampusSize = { years: 2, loans: 200_000, people: 20_000, keys: 20_000 };
const openLoans = 2_000;
const rules = 300;
const repetitions = 9;
/** In milliseconds. */
const goals = { rule: 100, page: 1_000 };

/** How long an admin, a guard and a holder wait on a campus of 20,000 people and keys. */
export function benchLargeCampus(harness: Harness): Promise<Row[]> {
  return harness.withDatabase(async (db, url) => {
    await fill(db, campus);
    const admin = await signIn(db, 1, 'admin');
    const guard = await signIn(db, 2, 'security');
    const holder = await signIn(db, campus.people, 'faculty');
    await addOpenLoans(db, guard.id);
    await addHistory(db, holder.id, guard.id);
    await addRules(db, admin.id);
    await db.query('ANALYZE');
    const app = await startProduction(url);
    const row = async (what: string, who: SignedIn, call: Call, goal = goals.page) => {
      const ours = await time(app.url, who, call);
      const met = ours.median <= goal;
      return {
        what,
        ours: `${inMs(ours.median)} (slowest ${inMs(ours.slowest)})`,
        goal: `≤ ${goal} ms`,
        met,
      };
    };
    try {
      return [
        await row(`a rule added beside ${rules}`, admin, addedRule(holder.id), goals.rule),
        await row('keys with access', holder, { path: '/keys/access' }, goals.rule),
        await row('keys', holder, { path: '/keys' }),
        await row('people', admin, { path: '/dashboard/users?search=person%201999' }),
        await row('a key collected', guard, collected),
        await row('dashboard', admin, { path: '/dashboard/admin' }),
        await row('reports of a year', admin, { path: `/dashboard/reports?${lastYear()}` }),
        await row('reports as PDF', admin, { path: `/dashboard/reports/pdf?${lastYear()}` }),
        await row('My data of a holder', holder, { path: '/auth/my-data' }),
        await row('My data of a guard', guard, { path: '/auth/my-data' }),
      ];
    } finally {
      await app.stop();
    }
  });
}

/** One of the people that `fill` added. */
async function signIn(db: Database, number: number, role: Role): Promise<SignedIn> {
  const id = number.toString(16).padStart(24, '0');
  await db.query('UPDATE users SET role = $2 WHERE id = $1', [id, role]);
  return { id, session: await openSession(db, id) };
}

type SignedIn = { id: string; session: NewSession };

type Call = { path: string | ((round: number) => string); body?: object };

/** Two more rounds warm up. */
async function time(url: string, who: SignedIn, { path, body }: Call) {
  const taken: number[] = [];
  for (let round = -2; round < repetitions; round += 1) {
    const asked = typeof path === 'string' ? path : path(round);
    const start = performance.now();
    const answer = await fetch(`${url}/api${asked}`, {
      headers: jsonHeaders(who),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${asked} answered ${answer.status}`);
    if (round >= 0) taken.push(performance.now() - start);
  }
  return { median: median(taken), slowest: Math.max(...taken) };
}

const collected: Call = {
  path: (round) => `/keys/${(round + 10).toString(16).padStart(24, '0')}/collective-return`,
  body: { reason: 'Found in its door' },
};

function addedRule(subjectId: string): Call {
  const rule = { target: 'category', targetId: 'other', subject: 'person', subjectId };
  return { path: '/access/rules', body: { ...rule, effect: 'deny' } };
}

function lastYear(): string {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  return `from=${day(365)}&to=${day(1)}`;
}

async function addOpenLoans(db: Database, guard: string): Promise<void> {
  await db.query(
    `INSERT INTO loans (id, key_id, holder_id, holder_name, handed_by, taken_at, due_at, grace_until)
     SELECT ${hexId('900000000 + n')}, ${hexId('n')}, ${hexId('n + 20')}, 'Person ' || n + 20, $1,
            now() - interval '1 hour', now() + interval '5 hours', now() + interval '5 hours'
       FROM generate_series(1, ${openLoans}) n`,
    [guard],
  );
}

/** Two years of a person who takes five keys a day, all from one guard. */
async function addHistory(db: Database, holder: string, guard: string): Promise<void> {
  await db.query(
    `UPDATE loans SET holder_id = $1, handed_by = $2, received_by = $2, returned_by = $1
      WHERE id IN (SELECT id FROM loans WHERE returned_at IS NOT NULL ORDER BY id LIMIT 3650)`,
    [holder, guard],
  );
  await db.query(
    `UPDATE loans SET handed_by = $1 WHERE id IN
       (SELECT id FROM loans WHERE returned_at IS NOT NULL ORDER BY id DESC LIMIT 50000)`,
    [guard],
  );
}

/** For one person and key each, as the rules that a campus with many exceptions collects. */
async function addRules(db: Database, admin: string): Promise<void> {
  await db.query(
    `INSERT INTO access_rules (id, target, target_id, subject, subject_id, effect, weekdays, note, created_by)
     SELECT ${hexId('n')}, CASE WHEN n % 3 = 0 THEN 'category' ELSE 'key' END,
            CASE WHEN n % 3 = 0 THEN 'other' ELSE ${hexId('n')} END,
            'person', ${hexId('n + 100')}, ($2::text[])[1 + n % 3], '{1,2,3,4,5,6,7}', '', $1
       FROM generate_series(1, ${rules}) n`,
    [admin, ruleEffects],
  );
}
