import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRows } from '../../test/all-rows.ts';
import { type Campus, openCampus } from '../../test/campus.ts';
import { createEmptyDatabase } from '../../test/empty-database.ts';
import { giveKey } from '../../test/handovers.ts';
import type { TestDatabase } from '../../test/postgres.ts';
import { scratchFolder } from '../../test/scratch-folder.ts';
import type { Visitor } from '../../test/visitor.ts';
import { openDatabase } from '../db/client.ts';
import { sealEvents } from '../features/audit/sealer.ts';
import { verifyAudit } from '../features/audit/verify.service.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { withClient } from './with-client.ts';
import { backupBytes } from './write-backup.ts';
import { writeCompressed } from './write-file.ts';

const folder = scratchFolder();
const file = join(folder, 'campus.backup');

let campus: Campus;
let guard: Visitor;
let asha: Visitor;
let target: TestDatabase;

beforeAll(async () => {
  campus = await openCampus();
  guard = await campus.person('security');
  asha = await campus.person('faculty', { name: 'Tab\t, newline\n, backslash \\. and ünïcode 🔑' });
  target = await createEmptyDatabase();
});
afterAll(async () => {
  await campus.close();
  await target.drop();
  rmSync(folder, { recursive: true });
});

const rowsOf = (url: string) => withClient(url, 'test', allRows);

/** Keeps handing one key out and back until told to stop; answers with how often. */
const keepHandingOver = (keyId: string) => {
  let stopped = false;
  const run = async () => {
    let handovers = 0;
    while (!stopped) {
      await giveKey(guard, asha, keyId);
      await guard.get(api.collectKey, { params: { id: keyId } });
      handovers += 2;
    }
    return handovers;
  };
  const running = run();
  return {
    stop: () => {
      stopped = true;
      return running;
    },
  };
};

test('a backup made while handovers go on holds exactly one moment, and comes back row by row', async () => {
  for (let count = 0; count < 20; count += 1) await giveKey(guard, asha, (await campus.key()).id);
  await sealEvents(campus.db);
  const handovers = keepHandingOver((await campus.key()).id);
  const before = await withClient(campus.databaseUrl, 'test', async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await writeCompressed(file, backupBytes(client));
    return allRows(client);
  });
  expect(await handovers.stop()).toBeGreaterThan(0);
  await restore(target.url, file, { replace: false });

  expect(await rowsOf(target.url)).toEqual(before);
  expect(before.loans?.length).toBeGreaterThanOrEqual(20);
  expect((await rowsOf(campus.databaseUrl)).audit_events).not.toEqual(before.audit_events);
});

test('the restored database goes on: seals hold, triggers guard, sequences continue', async () => {
  const db = openDatabase(target.url, () => undefined);
  await sealEvents(db);
  expect(await verifyAudit(db)).toMatchObject({ intact: true });
  await expect(db.query('DELETE FROM audit_events')).rejects.toThrow('removed by retention alone');
  const { rows } = await db.query(
    `SELECT nextval('audit_events_id_seq') > (SELECT max(id) FROM audit_events) AS beyond`,
  );
  expect(rows).toEqual([{ beyond: true }]);
  await db.pool.end();
});

test('a backup file is readable by its owner alone, and leaves no draft', async () => {
  const rows = await backup(campus.databaseUrl, file);
  expect(rows.get('users')).toBe(2);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(`${file}.tmp`, { throwIfNoEntry: false })).toBeUndefined();
});
