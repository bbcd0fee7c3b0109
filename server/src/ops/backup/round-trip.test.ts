import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';
import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRows } from '../../../test/database-state.ts';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { sealEvents, verifyAudit } from '../../core/audit/chain.ts';
import { openDatabase } from '../../db/client.ts';
import { withClient } from '../../db/open-client.ts';
import { backup, backupBytes, writeCompressed } from './backup.ts';
import { restore } from './restore.ts';

const folder = scratchFolder();
const file = join(folder, 'campus.backup');
let target: TestDatabase;

const campus = testCampus();
const guard = campus.resident('security');
const asha = campus.resident('faculty', { name: 'Tab\t, newline\n, backslash \\. and ünïcode 🔑' });
beforeAll(async () => {
  target = await createEmptyDatabase();
});
afterAll(async () => {
  await target.drop();
  rmSync(folder, { recursive: true });
});

function rowsOf(url: string) {
  return withClient(url, 'test', allRows);
}

/** What a restore adds: that messages wait. */
function isNotHeld(row: unknown): boolean {
  return !JSON.stringify(row).includes('messages-held');
}

/** Keeps handing one key out and back until it is stopped; returns how often. */
function keepHandingOver(keyId: string) {
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
}

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

  const { installation, ...others } = await rowsOf(target.url);
  expect({ ...others, installation: installation?.filter(isNotHeld) }).toEqual(before);
  expect(installation?.length).toBe((before.installation?.length ?? 0) + 1);
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
