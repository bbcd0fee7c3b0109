import { users } from '../../server/src/platform/db/tables.ts';
import { userRow } from '../../server/test/factories/users.ts';
import type { Harness } from '../harness/harness.ts';
import { startProduction } from '../harness/production.ts';
import { addSignedIn, pageHeaders, type SignedIn } from '../harness/seed.ts';
import { inMs, median, percentile, type Row } from '../report.ts';

const peopleCount = 20_000;
const rowsAtOnce = 1_000;
const searches = 200;
const goalMs = 30;

const firstNames = 'Asha Ravi Meena Karthik Priya Arjun Lakshmi Vikram Divya Sanjay'.split(' ');
const syllables = 'ra me na va ku shi tha ri an de pra su'.split(' ');

/** What a desk types: names, parts of them, two words, Faculty IDs, addresses, one letter. */
const terms = [
  ...[
    'ravi ku',
    'meena',
    'priya shi',
    'fac-t1',
    'fac-t12345',
    'person150',
    'campus.test',
    'vikram',
  ],
  ...['as', 'ra', 'karthik nathade', 'nobody has this name', 'e'],
];

/** The search of people at the desk, over HTTP, one after the other as a desk types. */
export function benchPeopleSearch(harness: Harness): Promise<Row[]> {
  return harness.withDatabase(async (db, url) => {
    for (let from = 0; from < peopleCount; from += rowsAtOnce)
      await db.orm
        .insert(users)
        .values(
          Array.from({ length: rowsAtOnce }, (_, index) => userRow({ name: nameOf(from + index) })),
        );
    await db.query('VACUUM ANALYZE users');
    const [guard] = await addSignedIn(db, 'security', 1);
    if (!guard) throw new Error('Nobody searches');
    const app = await startProduction(url);
    try {
      for (const term of terms) await timeOf(app.url, guard, term);
      const times: number[] = [];
      for (let round = 0; round < searches; round += 1)
        times.push(await timeOf(app.url, guard, terms[round % terms.length] ?? ''));
      const most = percentile(times, 0.99);
      return [
        {
          what: `people search among ${peopleCount}, 99 of 100 within`,
          ours: `${inMs(most)} (half within ${inMs(median(times))})`,
          reference: '',
          ratio: '',
          goal: `≤ ${goalMs} ms`,
          met: most <= goalMs,
        },
      ];
    } finally {
      await app.stop();
    }
  });
}

function nameOf(index: number): string {
  const part = (shift: number) => syllables[(index >> shift) % syllables.length] ?? '';
  const family = `${part(0)}${part(2)}${part(5)}${part(9)}`;
  const first = firstNames[index % firstNames.length];
  return `${first} ${family.charAt(0).toUpperCase()}${family.slice(1)}`;
}

async function timeOf(url: string, guard: SignedIn, term: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${url}/api/people?search=${encodeURIComponent(term)}`, {
    headers: pageHeaders(guard),
  });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${term}: ${answer.status}`);
  return performance.now() - begun;
}
