import { registrationDepartments } from '@keydesk/shared/campus/campus';
import { keyDepartments } from '@keydesk/shared/campus/testing/new-campus';
import type { Database } from '../../server/src/db/client.ts';
import { withClient } from '../../server/src/db/open-client.ts';
import { hexId } from '../harness/seed.ts';

export type Client = Parameters<Parameters<typeof withClient>[2]>[0];

/** Guards have the first ids. */
export type CampusSize = { years: number; loans: number; people: number; keys: number };

const desk = 20;
/** How long sign-ins are kept. */
const recentDays = 120;

/**
 * Fills an empty database with years of a large campus. The loans of the last months are not
 * vacuumed, because autovacuum runs on a table of millions of rows once in two years.
 */
export function fill(db: Database, size: CampusSize): Promise<void> {
  const { years, loans, people } = size;
  const recentLoans = Math.round((loans * recentDays) / (years * 365.25));
  // The pool's timeouts are shorter than inserting millions of rows takes.
  return withClient(db.pool.options.connectionString ?? '', 'bench', async (client) => {
    // Our rows violate no foreign key, and checking millions of them takes minutes.
    await client.query('SET session_replication_role = replica');
    await client.query("SET maintenance_work_mem = '512MB'");
    await addPeopleAndKeys(client, size);
    await withoutIndexes(client, () => addLoans(client, size, loans, recentLoans));
    await client.query('VACUUM ANALYZE');
    await addLoans(client, size, recentLoans, 0);
    await client.query(
      `INSERT INTO sign_ins (user_id, at)
       SELECT user_id, at
         FROM (SELECT ${hexId('n')} AS user_id,
                      now() - day * interval '1 day' - random() * interval '10 hours' AS at
                 FROM generate_series(0, ${recentDays - 1}) day, generate_series(1, ${people}) n
                WHERE random() < 0.5) AS visits
        ORDER BY at`,
    );
    await client.query('ANALYZE');
  });
}

async function addPeopleAndKeys(client: Client, { people, keys }: CampusSize): Promise<void> {
  await client.query(
    `INSERT INTO users (id, email, name, role, department, faculty_id, issuer, subject)
     SELECT ${hexId('n')}, 'p' || n || '@bench.test', 'Person ' || n,
            CASE WHEN n <= ${desk} THEN 'security' ELSE 'faculty' END,
            CASE WHEN n > ${desk} THEN ($1::text[])[1 + n % cardinality($1::text[])] END,
            CASE WHEN n > ${desk} THEN 'F' || n END, 'bench', n::text
       FROM generate_series(1, ${people}) n`,
    [registrationDepartments.map(({ value }) => value)],
  );
  await client.query(
    `INSERT INTO keys (id, key_number, key_name, location, department)
     SELECT ${hexId('n')}, 'K' || n, 'Room ' || n, 'Block A',
            ($1::text[])[1 + n % cardinality($1::text[])]
       FROM generate_series(1, ${keys}) n`,
    [[...keyDepartments]],
  );
}

/** Drops the loans' secondary indexes during `work`, and builds them afterwards. */
async function withoutIndexes(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index WHERE indrelid = 'loans'::regclass AND NOT indisprimary`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}

/**
 * Adds closed loans, counted backwards from now, from `first` to before `last`. They are stored in
 * the order of their returns, because the product rewrites a row when its loan closes.
 */
async function addLoans(
  client: Client,
  { years, loans, people, keys }: CampusSize,
  first: number,
  last: number,
): Promise<void> {
  await client.query(
    `INSERT INTO loans (id, key_id, holder_id, holder_name, handed_by, taken_at, due_at, grace_until,
                        returned_at, return_type, returned_by, received_by)
     SELECT ${hexId('n')}, ${hexId(`1 + (random() ^ 2 * ${keys - 1})::int`)}, holder, 'Person ' || n,
            ${hexId(`1 + (random() * ${desk - 1})::int`)},
            returned_at - random() * interval '8 hours', returned_at, returned_at,
            returned_at, 'own', holder,
            ${hexId(`1 + (random() * ${desk - 1})::int`)}
       FROM (SELECT n, ${hexId(`${desk + 1} + (random() * ${people - desk - 1})::int`)} AS holder,
                    now() - n * interval '${years} years' / ${loans} AS returned_at
               FROM generate_series(${first}, ${last} + 1, -1) n) AS visits`,
  );
}
