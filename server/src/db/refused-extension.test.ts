import { afterEach, expect, inject, test } from 'vitest';
import { createDatabase, dropDatabase, freshName, nameOf } from '../../test/database-commands.ts';
import { migrate } from './migrate.ts';
import { withClient } from './open-client.ts';

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function run(url: string, sql: string) {
  return withClient(url, 'test', (client) => client.query(sql));
}

/** An empty database, and a role that owns it but may create no extension, as some providers have it. */
async function databaseOfRestrictedRole() {
  const server = inject('templateUrl');
  const role = freshName('role');
  await run(server, `CREATE ROLE ${role} LOGIN PASSWORD 'restricted'`);
  cleanups.push(() => run(server, `DROP ROLE ${role}`));
  const url = await createDatabase(server, freshName('restricted'));
  cleanups.push(() => dropDatabase(url));
  await run(
    url,
    `ALTER DATABASE ${nameOf(url)} OWNER TO ${role};
     GRANT ALL ON SCHEMA public TO ${role};
     CREATE FUNCTION keep_extensions_out() RETURNS event_trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF current_user = '${role}' THEN
         RAISE insufficient_privilege USING MESSAGE = 'permission denied to create extension "pg_trgm"';
       END IF;
     END $$;
     CREATE EVENT TRIGGER keep_extensions_out ON ddl_command_start WHEN TAG IN ('CREATE EXTENSION')
       EXECUTE FUNCTION keep_extensions_out()`,
  );
  const restricted = new URL(url);
  restricted.username = role;
  restricted.password = 'restricted';
  return { url, restrictedUrl: restricted.href };
}

test('where the extension is refused, a start says in one line which and what to do', async () => {
  const { url, restrictedUrl } = await databaseOfRestrictedRole();
  const failure = await migrate(restrictedUrl).catch((error: Error) => error);
  expect(failure).toEqual(
    new Error(
      'the database refuses the extension pg_trgm (permission denied to create extension "pg_trgm"). Its administrator has to run CREATE EXTENSION pg_trgm in this database, once.',
    ),
  );
  expect((failure as Error).cause).toBeUndefined();

  await run(
    url,
    'DROP EVENT TRIGGER keep_extensions_out; DROP FUNCTION keep_extensions_out; CREATE EXTENSION pg_trgm',
  );
  await migrate(restrictedUrl);
});
