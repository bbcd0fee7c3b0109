import { api } from '@keydesk/shared/api';
import type { Role } from '@keydesk/shared/http/roles';
import type { Key } from '@keydesk/shared/keys/key';
import type { KeyFields } from '@keydesk/shared/keys/key-schemas';
import { type Database, openDatabase } from '../../server/src/db/client.ts';
import { openSession } from '../../server/src/features/session/sessions.ts';
import {
  createDatabase,
  dropDatabase,
  freshName,
  nameOf,
} from '../../server/test/database-commands.ts';
import { insertUser, type UserRow } from '../../server/test/factories/users.ts';
import { TestClient } from '../../server/test/test-client.ts';
import { type App, startApp } from './app-process.ts';
import { templateVariable } from './global-setup.ts';

/** The product on a copy of the demo campus, with factories for people and keys. */
export type TestApp = {
  url: string;
  db: Database;
  guard: TestClient;
  /** A further process, until the test ends. */
  another(variables?: Record<string, string>): Promise<App>;
  stopOthers(): Promise<void>;
  person(role?: Role, facts?: Partial<UserRow>): Promise<TestClient>;
  key(fields?: Partial<KeyFields>): Promise<Key>;
  /** The id of a new desk, which every process and page knows of at once. */
  desk(name: string): Promise<string>;
  close(): Promise<void>;
};

export async function startTestApp(): Promise<TestApp> {
  const templateUrl = process.env[templateVariable] ?? '';
  const databaseUrl = await createDatabase(templateUrl, freshName('e2e'), nameOf(templateUrl));
  const first = await startApp(databaseUrl);
  const others: App[] = [];
  const db = openDatabase(databaseUrl, () => undefined);

  const person: TestApp['person'] = async (role = 'faculty', facts = {}) => {
    const user = await insertUser(db, { role, ...facts });
    return new TestClient(first.url, user, await openSession(db, user.id));
  };

  const stopOthers = async () => {
    await Promise.all(others.splice(0).map((app) => app.stop()));
  };

  const admin = await person('admin');
  await allowManyRequests(admin);
  let keys = 0;
  return {
    url: first.url,
    db,
    guard: await person('security'),
    person,
    async another(variables) {
      const app = await startApp(databaseUrl, variables);
      others.push(app);
      return app;
    },
    stopOthers,
    async key(fields) {
      keys += 1;
      const body = {
        keyNumber: `TEST-${String(keys).padStart(3, '0')}`,
        keyName: `Room ${keys}`,
        location: 'North',
        ...fields,
      };
      return (await admin.get(api.createKey, { body })).data.key;
    },
    async desk(name) {
      const { data } = await admin.get(api.addDesk, { body: { name, place: 'Main Gate' } });
      return data.desk.id;
    },
    async close() {
      await stopOthers();
      await first.stop();
      await db.pool.end();
      await dropDatabase(databaseUrl);
    },
  };
}

/** Tests are faster than people, and would reach the rate limit. */
async function allowManyRequests(admin: TestClient): Promise<void> {
  const { data } = await admin.get(api.getSecuritySettings);
  const rateLimiting = { ...data.rateLimiting, apiRequestsPerMinute: 1000 };
  await admin.get(api.putSecuritySettings, { body: { ...data, rateLimiting } });
}

/** Collects every key that is out and resolves every report, so that all keys are available. */
export async function collectAll({ guard, person }: TestApp): Promise<void> {
  const { data } = await guard.get(api.allTakenKeys);
  for (const { _id } of data.keys) await guard.get(api.collectKey, { params: { id: _id } });
  const admin = await person('admin');
  const { incidents } = (await admin.get(api.listIncidents)).data;
  for (const { id } of incidents)
    await admin.get(api.resolveIncident, { params: { id }, body: { resolution: 'mistake' } });
}
