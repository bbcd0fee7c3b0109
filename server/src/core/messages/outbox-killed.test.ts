import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@keydesk/embedded-postgres/server';
import { expect, test } from 'vitest';
import { insertUser } from '../../../test/factories/users.ts';
import { startApp } from '../../../test/faults/app-process.ts';
import { openMailServer, type Treatment } from '../../../test/mail-server.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { openDatabase, transact } from '../../db/client.ts';
import { notify } from './notify.ts';
import { recordMailState } from './outbox.ts';

test('a mail that a process had when it was killed is sent by another, with the same id', async () => {
  let treatment: Treatment = 'hang';
  const server = await openMailServer(() => treatment);
  const database = await createTestDatabase();
  const db = openDatabase(database.url, () => undefined);
  const dataDir = mkdtempSync(join(tmpdir(), 'keydesk-test-'));
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO_DATA: 'off',
    SMTP_URL: server.url,
    MAIL_FROM: 'keydesk@campus.test',
  };
  const start = async () => startApp(await freePort(), settings);
  const state = async () => {
    const { rows } = await db.query(
      'SELECT leased_until > now() AS leased, sent_at IS NOT NULL AS sent FROM mail_outbox',
    );
    return rows;
  };
  try {
    await recordMailState(db, true);
    const asha = await insertUser(db);
    await transact(db, (tx) => notify(tx, [{ userId: asha.id, template: 'pin-set', facts: {} }]));

    const first = await start();
    await expect.poll(() => server.hanging.length, { timeout: 30_000 }).toBe(1);
    await first.end('SIGKILL');
    expect(await state()).toEqual([{ leased: true, sent: false }]);

    treatment = 'take';
    const second = await start();
    await second.ready;
    expect(server.received).toEqual([]);
    await second.end('SIGTERM');
    // The lease is over.
    await db.query('UPDATE mail_outbox SET leased_until = now()');
    const third = await start();
    await expect.poll(state, { timeout: 30_000 }).toEqual([{ leased: null, sent: true }]);
    await third.end('SIGTERM');
    expect(server.received).toHaveLength(1);
    expect(server.hanging[0]).toContain(server.received[0]?.messageId);
  } finally {
    await db.pool.end();
    await database.drop();
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 90_000);
