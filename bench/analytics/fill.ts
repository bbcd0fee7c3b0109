import { keyDepartments } from '@keydesk/shared/keys/key';
import { registrationDepartments } from '@keydesk/shared/users/department';
import type { Database } from '../../server/src/platform/db/client.ts';
import { withClient } from '../../server/src/platform/db/open-client.ts';
import { hexId } from '../harness/seed.ts';

/** A connection without the pool's timeouts. */
export type Client = Parameters<Parameters<typeof withClient>[2]>[0];

const people = 2_000;
const desk = 20;
const keys = 2_000;
const days = 90;

/** Fills an empty database with this many loans over the last 90 days. */
export function fill(db: Database, loans: number): Promise<void> {
  // The pool's connections have timeouts that inserting millions of rows exceeds.
  return withClient(db.pool.options.connectionString ?? '', 'bench', async (client) => {
    // Our rows violate no foreign key, and checking a million of them takes minutes.
    await client.query('SET session_replication_role = replica');
    await withoutIndexes(client, async () => {
      for (const [statement, values] of statements(loans)) await client.query(statement, values);
    });
    await client.query('VACUUM ANALYZE');
  });
}

/** Runs `work` without the secondary indexes of the loans, and builds them afterwards. */
async function withoutIndexes(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index WHERE indrelid = 'loans'::regclass AND NOT indisprimary`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}

function statements(loans: number): [string, unknown[]][] {
  return [
    [
      `INSERT INTO users (id, email, name, role, department, faculty_id, issuer, subject)
     SELECT ${hexId('n')}, 'p' || n || '@bench.test', 'Person ' || n,
            CASE WHEN n <= ${desk} THEN 'security' ELSE 'faculty' END,
            CASE WHEN n > ${desk} THEN ($1::text[])[1 + n % cardinality($1::text[])] END,
            CASE WHEN n > ${desk} THEN 'F' || n END, 'bench', n::text
       FROM generate_series(1, ${people}) n`,
      [registrationDepartments.map(({ value }) => value)],
    ],
    [
      `INSERT INTO keys (id, key_number, key_name, location, department)
     SELECT ${hexId('n')}, 'K' || n, 'Room ' || n, 'Block A',
            ($1::text[])[1 + n % cardinality($1::text[])]
       FROM generate_series(1, ${keys}) n`,
      [[...keyDepartments]],
    ],
    [
      `INSERT INTO loans (id, key_id, holder_id, handed_by, taken_at,
                        returned_at, return_type, returned_by, received_by)
     SELECT ${hexId('n')}, ${hexId(`1 + (random() ^ 2 * ${keys - 1})::int`)}, holder, giver, taken_at,
            taken_at + interval '1 minute', 'own', holder, giver
       FROM (SELECT n, ${hexId(`${desk + 1} + (random() * ${people - desk - 1})::int`)} AS holder,
                    ${hexId(`1 + (random() * ${desk - 1})::int`)} AS giver,
                    now() - interval '1 minute' - (${loans} - n) * interval '${days} days' / ${loans}
                      AS taken_at
               FROM generate_series(1, ${loans}) n) AS visits`,
      [],
    ],
    [
      `INSERT INTO sign_ins (user_id, at)
     SELECT ${hexId('n')}, now() - day * interval '1 day' - random() * interval '10 hours'
       FROM generate_series(0, ${days - 1}) day, generate_series(1, ${people}) n
      WHERE random() < 0.5`,
      [],
    ],
  ];
}
