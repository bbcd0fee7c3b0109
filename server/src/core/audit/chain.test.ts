import { api } from '@keydesk/shared/api';
import { asc, eq, isNull } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import type { AppInstance } from '../../../test/test-app.ts';
import { campusPerTest, controlIntervals } from '../../../test/test-campus.ts';
import { transact } from '../../db/client.ts';
import { auditCheckpoints, auditEvents } from '../../db/schema.ts';
import { watchSettings } from '../../features/campus/settings.ts';
import { auditActions, isCustody } from './actions.ts';
import { auditRetentionJob, lockChain, sealEvents } from './chain.ts';
import { recordAudit } from './record.ts';

controlIntervals();
const campus = campusPerTest();
const admin = campus.resident('admin');
let second: AppInstance;

async function record(count: number) {
  for (let index = 0; index < count; index += 1)
    await recordAudit(campus.db, { action: 'rename', actorId: admin.user.id, details: { index } });
}

async function expectSealed() {
  const open = await campus.db.orm.select().from(auditEvents).where(isNull(auditEvents.hash));
  expect(open).toEqual([]);
}

async function sealed() {
  await sealEvents(campus.db);
  await expectSealed();
}

async function waitingForLock() {
  const { rows } = await campus.db.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'advisory'`,
  );
  return rows[0]?.waiting;
}

async function verify() {
  return (await admin.get(api.verifyAudit)).data;
}

/** Changes the tables with the triggers disabled, as no statement of the application can. */
async function tamper(sql: string, values: unknown[] = []) {
  return transact(campus.db, async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(sql, values);
  });
}

describe('the chain of seals', () => {
  test('reaches over every event soon after its commit, and verifies', async () => {
    await record(5);
    vi.advanceTimersByTime(20_000);
    await vi.waitFor(expectSealed, 60_000);
    expect(await verify()).toEqual({ intact: true, checked: 5, brokenAt: null });
    const events = await campus.db.orm.select().from(auditEvents).orderBy(asc(auditEvents.id));
    expect(events.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  });

  test('is one chain, whichever process seals', async () => {
    second = await campus.another();
    const third = await campus.another();
    await record(30);
    await Promise.all([campus, second, third].map(({ db }) => sealEvents(db)));
    await record(30);
    await Promise.all([campus, second, third].map(({ db }) => sealEvents(db)));
    await sealed();
    expect(await verify()).toEqual({ intact: true, checked: 60, brokenAt: null });
  });

  test('reaches over every event once a call to seal has answered, also when another held it', async () => {
    await record(3);
    const sealing = await transact(campus.db, async (tx) => {
      await lockChain(tx);
      await record(3);
      const call = { sealed: sealed() };
      await expect.poll(waitingForLock, { timeout: 20_000 }).toBeGreaterThan(0);
      return call;
    });
    await sealing.sealed;
    expect(await verify()).toEqual({ intact: true, checked: 6, brokenAt: null });
  });

  test('takes up an event that is committed after a later one', async () => {
    await transact(campus.db, async (tx) => {
      await recordAudit(tx, { action: 'rename', details: 'early' });
      await record(3);
      await sealed();
    });
    await sealed();
    expect(await verify()).toEqual({ intact: true, checked: 4, brokenAt: null });
    const events = await campus.db.orm.select().from(auditEvents).orderBy(asc(auditEvents.id));
    expect(events.map(({ position }) => position)).toEqual([4, 1, 2, 3]);
  });

  test.each([
    ['its actor', "UPDATE audit_events SET actor_id = 'x' WHERE position = 3"],
    ['its details', "UPDATE audit_events SET details = '{}' WHERE position = 3"],
    ['its time', "UPDATE audit_events SET at = at - interval '1 microsecond' WHERE position = 3"],
    ['its level', "UPDATE audit_events SET level = 'DEBUG' WHERE position = 3"],
    ['what it told of a person', "UPDATE audit_personal SET data = '{}'"],
    ['that it told of a person', 'DELETE FROM audit_personal'],
    ['its seal', "UPDATE audit_events SET hash = sha256('x') WHERE position = 3"],
  ])('tells which event was changed: %s', async (_what, change) => {
    await record(2);
    const told = { subjectId: admin.user.id, personal: { from: 'Ada', to: 'Eve' } };
    await recordAudit(campus.db, { action: 'rename', ...told });
    await record(2);
    await sealed();
    await tamper(change);
    const [changed] = await campus.db.orm
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.position, 3));
    expect(await verify()).toEqual({ intact: false, checked: 2, brokenAt: changed?.id });
  });

  test('tells where an event is missing', async () => {
    await record(5);
    await sealed();
    await tamper('DELETE FROM audit_events WHERE position = 2');
    const [after] = await campus.db.orm
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.position, 3));
    expect(await verify()).toEqual({ intact: false, checked: 1, brokenAt: after?.id });
  });

  test('tells that its end is missing, also once new events follow', async () => {
    await record(5);
    await sealed();
    await tamper('DELETE FROM audit_events WHERE position > 3');
    expect(await verify()).toEqual({ intact: false, checked: 3, brokenAt: null });
    await record(1);
    await sealed();
    expect(await verify()).toMatchObject({ intact: false, checked: 3 });
  });
});

describe('retention', () => {
  const dayMs = 86_400_000;

  const retire = async (retentionDays: number) => {
    const current = (await admin.get(api.getSecuritySettings)).data;
    const auditLogging = { ...current.auditLogging, retentionDays };
    await admin.get(api.putSecuritySettings, { body: { ...current, auditLogging } });
    const settings = await watchSettings(campus.db, campus.app.log);
    await auditRetentionJob(campus.db, settings).run(new Date());
    settings.stop();
  };

  const recordAged = async (...days: number[]) => {
    for (const age of days)
      await campus.db.orm
        .insert(auditEvents)
        .values({ action: 'rename', at: new Date(Date.now() - age * dayMs), details: { age } });
    await sealed();
  };

  const ages = async () => {
    const events = await campus.db.orm
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'rename'))
      .orderBy(asc(auditEvents.position));
    return events.map(({ details }) => (details as { age: number }).age);
  };

  test('forgets events older than the settings say, and the rest verifies', async () => {
    await recordAged(50, 40, 20, 10, 5);
    await retire(30);
    await sealed();
    expect(await ages()).toEqual([20, 10, 5]);
    expect(await verify()).toMatchObject({ intact: true, brokenAt: null });
    await retire(15);
    expect(await ages()).toEqual([10, 5]);
    await sealed();
    expect(await verify()).toMatchObject({ intact: true });
    const checkpoints = await campus.db.orm
      .select()
      .from(auditCheckpoints)
      .orderBy(auditCheckpoints.position);
    expect(checkpoints).toMatchObject([
      { position: 2, removed: 2 },
      { position: 3, removed: 1 },
    ]);
  });

  test('keeps what is sealed after a younger event until that goes, too', async () => {
    await recordAged(50, 10, 40);
    await retire(30);
    expect(await ages()).toEqual([10, 40]);
    await sealed();
    expect(await verify()).toMatchObject({ intact: true });
  });

  test('leaves what remains as tamper-evident as before', async () => {
    await recordAged(50, 20, 10);
    await retire(30);
    await sealed();
    await tamper("UPDATE audit_events SET reason = 'x' WHERE position = 2");
    expect(await verify()).toMatchObject({ intact: false, checked: 0 });
  });

  /** One event of every kind, recorded so many days ago. */
  const recordAllKinds = async (days: number) => {
    await transact(campus.db, async (tx) => {
      await recordAudit(tx, ...auditActions.map((action) => ({ action, reason: `${days}` })));
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query(
        'UPDATE audit_events SET at = at - make_interval(days => $1) WHERE reason = $2',
        [days, `${days}`],
      );
    });
    await sealed();
  };

  const kindsOf = async (days: number) => {
    const { rows } = await campus.db.query<{ action: string }>(
      'SELECT action FROM audit_events WHERE reason = $1 ORDER BY action',
      [`${days}`],
    );
    return rows.map(({ action }) => action);
  };

  test('keeps what happened to keys for 365 days, and nothing else for longer than it should', async () => {
    for (const days of [366, 364, 31, 29]) await recordAllKinds(days);
    await retire(30);
    await sealed();
    const custody = auditActions.filter(isCustody);
    expect(custody).toEqual(
      expect.arrayContaining([
        'begin-duty',
        'dispute-loan',
        'end-duty',
        'hand-out',
        'override-access',
        'recall-key',
        'report-key',
        'resolve-incident',
        'scan-refused',
        'settle-dispute',
        'take-back',
        'undo-handover',
      ]),
    );
    expect(custody).not.toEqual(expect.arrayContaining(['sign-in']));
    expect(await kindsOf(366)).toEqual([]);
    expect(await kindsOf(364)).toEqual(custody);
    expect(await kindsOf(31)).toEqual(custody);
    expect(await kindsOf(29)).toEqual(auditActions);
    expect(await verify()).toMatchObject({ intact: true, brokenAt: null });
    await recordAllKinds(1);
    expect(await verify()).toMatchObject({ intact: true });
  });

  test('is refused by the database itself for a custody event that is younger', async () => {
    await recordAllKinds(364);
    await expect(
      campus.db.query(`INSERT INTO audit_checkpoints (custody, position, hash, removed)
                       SELECT custody, position, hash, 1 FROM audit_events
                        WHERE custody AND position = 1`),
    ).rejects.toMatchObject({ code: '42501' });
    await retire(7);
    expect(await kindsOf(364)).toEqual(auditActions.filter(isCustody));
    await expect(campus.db.query('DELETE FROM audit_events WHERE custody')).rejects.toMatchObject({
      code: '42501',
    });
  });

  test.each([
    ['changed', "UPDATE audit_events SET reason = 'x' WHERE custody AND position = 3", 2],
    ['removed', 'DELETE FROM audit_events WHERE custody AND position = 2', 1],
    [
      'said not to be one',
      'UPDATE audit_events SET custody = false, position = 900 WHERE custody AND position = 2',
      1,
    ],
  ])('leaves it in sight that a custody event was %s', async (_what, change, before) => {
    await recordAllKinds(31);
    await retire(30);
    await sealed();
    const others = (await verify()).checked - auditActions.filter(isCustody).length;
    await tamper(change);
    expect(await verify()).toMatchObject({ intact: false, checked: others + before });
  });

  test('forgets a whole trail of old events and goes on', async () => {
    await recordAged(50, 40);
    await campus.db.query("UPDATE security_settings SET settings = settings #- '{none}'");
    await retire(7);
    await record(2);
    await sealed();
    expect(await verify()).toMatchObject({ intact: true });
  });
});
