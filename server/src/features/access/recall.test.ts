import { causeText } from '@keydesk/shared/access/refusal-cause';
import { api } from '@keydesk/shared/api';
import { and, eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { addAccessRule, addGroup, endAccessRules } from '../../../test/access-admin.ts';
import { listAuditEvents } from '../../../test/audit.ts';
import { addKeyRule, endRules } from '../../../test/due-rules.ts';
import { openLoan } from '../../../test/factories/loans.ts';
import { loansOf } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import type { TestApp } from '../../../test/test-app.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { transact } from '../../db/client.ts';
import { auditEvents, grants, keys, users } from '../../db/schema.ts';
import { uploaded } from '../administration/imports/testing/upload.ts';
import { recallWithoutAccess } from './recall.ts';

const campus = testCampus();
const admin = campus.resident('admin', { name: 'Rohan Iyer' });
const guard = campus.resident('security');
afterEach(async () => {
  await endAccessRules(campus.db);
  await endRules(campus.db);
});

const minute = 60_000;
const fromNow = (minutes: number) => new Date(Date.now() + minutes * minute);

/** A key that this person has, due in eight hours unless it says otherwise. */
async function keyOf(
  holder: TestClient,
  overrides: Parameters<TestApp['key']>[0] = {},
  dueAt: Date | null = fromNow(480),
) {
  const key = await campus.key(overrides);
  const parties = { keyId: key.id, holderId: holder.user.id, handedBy: guard.user.id };
  const loan = await openLoan(campus.db, {
    ...parties,
    takenAt: fromNow(-60),
    dueAt,
    graceUntil: dueAt && new Date(dueAt.getTime() + 10 * minute),
  });
  return { ...key, loanId: loan.id, holder };
}

async function stored(keyId: string) {
  const [loan] = await loansOf(campus.db, keyId);
  if (!loan) throw new Error('The key was never lent');
  return { ...loan, reason: loan.recallCause && causeText(loan.recallCause) };
}

async function isRecalled(keyId: string): Promise<boolean> {
  return (await stored(keyId)).recalledAt !== null;
}

async function told(who: TestClient) {
  const { notifications } = (await who.get(api.listNotifications)).data;
  return notifications.filter(({ title }) => title === 'Key recalled');
}

function denyKey(key: { id: string }, rule: object = {}) {
  return addAccessRule(admin, { target: 'key', targetId: key.id, ...rule });
}

describe('a key that is out against a new rule', () => {
  test('is recalled: due in half an hour, its holder told why and by when', async () => {
    const asha = await campus.person();
    const key = await keyOf(asha);
    const other = await keyOf(asha);
    const page = await openPage(asha);
    await page.join('join-keys-room');
    const { recalled, rule } = await denyKey(key);
    expect(recalled).toBe(1);
    const reason = `No one can take key ${key.keyNumber}.`;
    const loan = await stored(key.id);
    const minutes = ((loan.dueAt?.getTime() ?? 0) - Date.now()) / minute;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
    expect(loan).toMatchObject({ reason, recallReason: null, graceUntil: loan.dueAt });
    expect(await isRecalled(other.id)).toBe(false);

    const [message, ...more] = await told(asha);
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      kind: 'overdue',
      keyId: key.id,
      link: `/dashboard/faculty/taken?code=key-return.${key.id}`,
    });
    expect(message?.message).toMatch(
      new RegExp(
        `^Key ${key.keyNumber} is recalled\\. No one can take key .+ Return it by .*\\d\\d:\\d\\d\\.$`,
      ),
    );
    const wire = { recalledAt: loan.recalledAt?.toISOString(), recallReason: reason };
    for (const reader of [asha, guard]) {
      const { data } =
        reader === asha ? await asha.get(api.myTakenKeys) : await guard.get(api.allTakenKeys);
      expect(data.keys.find(({ _id }) => _id === key.id)).toMatchObject(wire);
    }
    const ravi = await campus.person();
    const seen = (await ravi.get(api.listKeys)).data.keys.find(({ _id }) => _id === key.id);
    expect(seen).toMatchObject({ dueAt: loan.dueAt?.toISOString(), version: 3 });
    expect(JSON.stringify(seen)).not.toContain('recall');

    await expect.poll(() => page.received('user-key-updated')).toHaveLength(1);
    await page.caughtUp();
    expect(page.received('user-key-updated')[0]?.key).toMatchObject(wire);
    expect(page.received('key-updated')).toHaveLength(1);
    expect(JSON.stringify(page.received('key-updated'))).not.toContain('recall');
    const names = page.events.map(([name]) => name);
    expect(names.indexOf('user-key-updated')).toBeLessThan(names.indexOf('key-updated'));

    const events = await listAuditEvents(
      campus.db,
      and(eq(auditEvents.action, 'recall-key'), eq(auditEvents.keyId, key.id)),
    );
    expect(events).toMatchObject([
      {
        actorId: admin.user.id,
        subjectId: asha.user.id,
        loanId: key.loanId,
        reason: null,
        details: { code: 'DENIED_BY_RULE', ruleId: rule.id, reason },
        level: 'WARN',
      },
    ]);
    const { rows } = await campus.db.query('SELECT * FROM loan_extensions WHERE loan_id = $1', [
      key.loanId,
    ]);
    expect(rows).toMatchObject([{ to_due: loan.dueAt, reason: null, by_id: admin.user.id }]);
  });

  test('is found by whatever the rule is about, and for whom, and no other is', async () => {
    const asha = await campus.person('faculty', { department: 'CIVIL' });
    const group = await addGroup(admin, 'Divers', asha);
    const here = { department: 'MECH', category: 'library', block: 'LIB' } as const;
    const admins = await campus.person('admin', { department: 'IT' });
    const rules = [
      ...(['department', 'category', 'block'] as const).map((target) => ({
        target,
        targetId: here[target],
      })),
      { target: 'category', targetId: 'library', subject: 'role', subjectId: 'faculty' },
      { target: 'block', targetId: 'LIB', subject: 'department', subjectId: 'CIVIL' },
      { subject: 'group', subjectId: group },
      { subject: 'person', subjectId: asha.user.id },
    ];
    for (const rule of rules) {
      const [meant, ofOther, other] = [
        await keyOf(asha, here),
        await keyOf(admins, here),
        await keyOf(admins, { department: 'CSE', category: 'lab', block: 'A' }),
      ];
      const forSome = 'subject' in rule;
      expect((await addAccessRule(admin, rule)).recalled, JSON.stringify(rule)).toBe(
        forSome ? 1 : 2,
      );
      expect(await isRecalled(meant.id)).toBe(true);
      expect(await isRecalled(ofOther.id)).toBe(!forSome);
      expect(await isRecalled(other.id)).toBe(false);
      await endAccessRules(campus.db);
    }
  });

  test('is due no later than before, also if it was overdue or had no due time', async () => {
    const asha = await campus.person();
    const [soon, late, open] = [fromNow(10), fromNow(-60), null];
    const made = await Promise.all(
      [soon, late, open].map((due) => keyOf(asha, { block: 'D' }, due)),
    );
    await addAccessRule(admin, { target: 'block', targetId: 'D' });
    const [first, second, third] = await Promise.all(made.map(({ id }) => stored(id)));
    expect(first).toMatchObject({ dueAt: soon, graceUntil: soon });
    expect(second).toMatchObject({ dueAt: late, graceUntil: late });
    expect(third?.dueAt?.getTime()).toBeLessThanOrEqual(fromNow(30).getTime());
    const [message, ...more] = await told(asha);
    expect(more).toEqual([]);
    expect(message?.message).toMatch(/^3 keys are recalled\./);
    for (const { keyNumber } of made) expect(message?.message).toContain(keyNumber);
    expect(message?.message).toContain(`${made[1]?.keyNumber} now (`);
    expect(message?.link).toBe('/dashboard/faculty/taken?batch=shown');
  });

  test('stays if it was not allowed before, if the rule does not apply now, or leaves the holder out', async () => {
    const asha = await campus.person();
    const lentByOverride = await keyOf(asha, { level: 'restricted', block: 'E' });
    const key = await keyOf(asha, { block: 'E' });
    const exceptGroupId = await addGroup(admin, 'Skipped', asha);
    await denyKey(lentByOverride);
    await denyKey(key, { exceptGroupId });
    await denyKey(key, { validFrom: fromNow(60).toISOString() });
    await denyKey(key, { validUntil: fromNow(-60).toISOString() });
    const inAnHour = new Date(Date.now() + 3_600_000 + 5.5 * 3_600_000).toISOString().slice(11, 16);
    const inTwo = new Date(Date.now() + 7_200_000 + 5.5 * 3_600_000).toISOString().slice(11, 16);
    await denyKey(key, { fromTime: inAnHour, toTime: inTwo });
    expect(await isRecalled(key.id)).toBe(false);
    expect(await isRecalled(lentByOverride.id)).toBe(false);
  });
});

describe('what ends by itself revokes nothing, also while something else changes:', () => {
  const soon = () => fromNow(1 / 30);

  /** A change that has nothing to do with the loans, and takes until that moment. */
  async function changeUntil(moment: Date) {
    const { recalled } = await transact(campus.db, (tx) =>
      recallWithoutAccess(tx, { byId: admin.user.id, timezone: 'Asia/Kolkata' }, async () => {
        await tx.query('SELECT pg_sleep(extract(epoch FROM $1 - clock_timestamp()) + 0.05)', [
          moment,
        ]);
      }),
    );
    return recalled.keys;
  }

  test('the validity of a rule, a membership, a grant', async () => {
    const [byRule, byMembership, byGrant] = [
      await keyOf(await campus.person(), { level: 'restricted' }),
      await keyOf(await campus.person(), { level: 'restricted' }),
      await keyOf(await campus.person(), { level: 'restricted' }),
    ];
    const guests = await addGroup(admin, 'Guests', byMembership.holder);
    await denyKey(byMembership, { effect: 'allow', subject: 'group', subjectId: guests });
    const end = soon();
    const validUntil = end.toISOString();
    await denyKey(byRule, { effect: 'allow', validUntil });
    const params = { id: guests, userId: byMembership.holder.user.id };
    await admin.get(api.putMember, { params, body: { validUntil } });
    await campus.db.orm.insert(grants).values({
      keyId: byGrant.id,
      userId: byGrant.holder.user.id,
      givenBy: admin.user.id,
      reason: '',
      validUntil: end,
    });
    expect(await changeUntil(end)).toEqual([]);
    for (const { id } of [byRule, byMembership, byGrant]) expect(await isRecalled(id)).toBe(false);
  });
});

describe('a key is recalled that is out only because of', () => {
  test('a rule that is ended', async () => {
    const asha = await campus.person();
    const key = await keyOf(asha, { level: 'high' });
    const { rule } = await denyKey(key, { effect: 'allow' });
    const { message } = await admin.get(api.endAccessRule, { params: { id: rule.id } });
    expect(message).toBe('Rule ended. 1 key is recalled.');
    expect((await stored(key.id)).reason).toBe(
      `${key.keyNumber} is a high-security key, for people with access by name only.`,
    );
  });

  test('a rule that is ended while another allows it at certain hours, in words for any reader', async () => {
    const asha = await campus.person();
    const key = await keyOf(asha, { level: 'high' });
    const { rule } = await denyKey(key, { effect: 'allow' });
    const [, inAnHour = '', inTwo = ''] = [0, 1, 2].map((hours) =>
      new Date(Date.now() + (hours + 5.5) * 3_600_000).toISOString().slice(11, 16),
    );
    await denyKey(key, { effect: 'allow', fromTime: inAnHour, toTime: inTwo });
    await admin.get(api.endAccessRule, { params: { id: rule.id } });
    const { reason } = await stored(key.id);
    expect(reason).toMatch(/^The rules allow this key only [a-z\d :–]+\.$/);
    const [message] = await told(asha);
    expect(message?.message).toContain(`Key ${key.keyNumber} is recalled. ${reason} Return it`);
  });

  test('a membership that is ended, of this person alone', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const group = await addGroup(admin, 'Robot trained', asha, ravi);
    const keysOfGroup = { level: 'restricted', block: 'F' } as const;
    const [hers, his] = [await keyOf(asha, keysOfGroup), await keyOf(ravi, keysOfGroup)];
    const allow = { target: 'block', targetId: 'F', effect: 'allow' };
    await addAccessRule(admin, { ...allow, subject: 'group', subjectId: group });
    const params = { id: group, userId: asha.user.id };
    const inAnHour = { validUntil: fromNow(60).toISOString() };
    await admin.get(api.putMember, { params, body: inAnHour });
    expect(await isRecalled(hers.id)).toBe(false);
    const { message } = await admin.get(api.endMember, { params });
    expect(message).toBe('Membership ended. 1 key is recalled.');
    expect(await isRecalled(hers.id)).toBe(true);
    expect(await isRecalled(his.id)).toBe(false);
  });

  test('the role or the account that the holder had', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const key = await keyOf(asha, { level: 'restricted' });
    await denyKey(key, { effect: 'allow', subject: 'role', subjectId: 'faculty' });
    const { name, email } = asha.user;
    await admin.get(api.updateUser, {
      params: { id: asha.user.id },
      body: { name, email, role: 'security' },
    });
    expect((await stored(key.id)).reason).toBe('An admin decides who takes this key.');
    const normal = await keyOf(ravi);
    await admin.get(api.setUserState, {
      params: { id: ravi.user.id },
      body: { state: 'suspended' },
    });
    expect((await stored(normal.id)).reason).toBe('The account was suspended.');
  });

  test('the account or role that took keys at all, whatever the rules said', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const byOverride = await keyOf(asha, { level: 'restricted' });
    await admin.get(api.setUserState, {
      params: { id: asha.user.id },
      body: { state: 'suspended' },
    });
    expect((await stored(byOverride.id)).reason).toBe('The account was suspended.');
    const other = await keyOf(ravi, { level: 'restricted' });
    await transact(campus.db, (tx) =>
      recallWithoutAccess(tx, { byId: admin.user.id, timezone: 'Asia/Kolkata' }, () =>
        tx.orm.update(users).set({ role: 'operator' }).where(eq(users.id, ravi.user.id)),
      ),
    );
    expect((await stored(other.id)).reason).toBe('Their new role cannot take keys.');
  });

  test('its department or category, by itself or with many', async () => {
    const asha = await campus.person();
    const rule = { target: 'category', targetId: 'security' };
    await addAccessRule(admin, rule);
    const [one, other, free] = [await keyOf(asha), await keyOf(asha), await campus.key()];
    const changed = await admin.get(api.updateKey, {
      params: { id: one.id },
      body: { category: 'security' },
    });
    expect(changed.data.key).toMatchObject({ recallReason: expect.any(String), version: 4 });
    const bulk = await admin.get(api.updateKeys, {
      body: { keyIds: [other.id, free.id], changes: { category: 'security' } },
    });
    expect(bulk.data.keys.find(({ _id }) => _id === other.id)).toHaveProperty('recallReason');
    expect(await isRecalled(other.id)).toBe(true);
  });

  test('its category, or the department of its holder, in a file', async () => {
    const asha = await campus.person();
    const [key, other] = [await keyOf(asha), await keyOf(asha)];
    await addAccessRule(admin, { target: 'category', targetId: 'auditorium' });
    const keysFile = `Key Number,Category\n${key.keyNumber},auditorium`;
    expect(await uploaded(admin, 'keys', keysFile)).toMatchObject({ updated: 1 });
    expect(await isRecalled(key.id)).toBe(true);
    await denyKey(other, { subject: 'department', subjectId: 'CIVIL' });
    const peopleFile = `Email,Department\n${asha.user.email},CIVIL`;
    expect(await uploaded(admin, 'users', peopleFile)).toMatchObject({ updated: 1 });
    expect(await isRecalled(other.id)).toBe(true);
  });

  test('the department of somebody in a file, whose row is not locked before the key', async () => {
    const asha = await campus.person();
    const key = await keyOf(asha);
    await denyKey(key, { subject: 'department', subjectId: 'CIVIL' });
    const client = await campus.db.pool.connect();
    try {
      // As a return does it: the key first, then the person.
      await client.query('BEGIN');
      await client.query('SELECT FROM keys WHERE id = $1 FOR UPDATE', [key.id]);
      const file = uploaded(admin, 'users', `Email,Department\n${asha.user.email},CIVIL`);
      await expect
        .poll(async () => {
          const { rows } = await campus.db.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database()
                AND wait_event_type = 'Lock' AND wait_event = 'transactionid'`,
          );
          return rows.length;
        })
        .toBe(1);
      await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [
        asha.user.id,
      ]);
      await client.query('COMMIT');
      expect(await file).toMatchObject({ updated: 1 });
    } finally {
      client.release(true);
    }
    expect(await isRecalled(key.id)).toBe(true);
  });

  test('a grant, also one whose only use it was', async () => {
    const asha = await campus.person();
    const key = await keyOf(asha, { level: 'restricted' });
    const grant = { keyId: key.id, userId: asha.user.id, givenBy: admin.user.id, reason: '' };
    await campus.db.orm
      .insert(grants)
      .values({ ...grant, validFrom: fromNow(-90), usesLeft: 0, usedUpAt: new Date() });
    const { recalled } = await transact(campus.db, (tx) =>
      recallWithoutAccess(tx, { byId: admin.user.id, timezone: 'Asia/Kolkata' }, () =>
        tx.query('UPDATE grants SET revoked_at = now() WHERE key_id = $1', [key.id]),
      ),
    );
    expect(recalled.keys).toMatchObject([{ id: key.id, recallCause: expect.any(Object) }]);
    expect(recalled.deliveries).toHaveLength(1);
  });

  test('a lower level, whatever grants were used up before', async () => {
    const asha = await campus.person();
    const key = await keyOf(asha);
    await campus.db.orm.insert(grants).values({
      keyId: key.id,
      userId: asha.user.id,
      givenBy: admin.user.id,
      reason: '',
      validFrom: fromNow(-9_000),
      usesLeft: 0,
      usedUpAt: fromNow(-8_000),
    });
    await transact(campus.db, (tx) =>
      recallWithoutAccess(tx, { byId: admin.user.id, timezone: 'Asia/Kolkata' }, () =>
        tx.orm.update(keys).set({ level: 'high' }).where(eq(keys.id, key.id)),
      ),
    );
    expect(await isRecalled(key.id)).toBe(true);
  });
});

describe('why a key was recalled is stored without a name that outlives its person:', () => {
  const namingTables = ['audit_personal', 'loans', 'notifications'];

  async function tablesWith(text: string): Promise<string[]> {
    const hits = await Promise.all(
      namingTables.map(async (table) => {
        const { rowCount } = await campus.db.query(
          `SELECT FROM ${table} AS r WHERE r::text LIKE '%' || $1 || '%' LIMIT 1`,
          [text],
        );
        return rowCount === 1 ? [table] : [];
      }),
    );
    return hits.flat();
  }

  async function erase({ user: { id } }: TestClient): Promise<void> {
    await admin.get(api.deleteUser, { params: { id } });
    await admin.get(api.eraseUser, { params: { id } });
  }

  const restrict = (id: string) =>
    admin.get(api.updateKey, { params: { id }, body: { level: 'restricted' } });

  test('that of the owner, or of the head of the department, whom a verdict names', async () => {
    const orla = await campus.person('faculty', { name: 'Orla Quimby' });
    const hanna = await campus.person('faculty', { name: 'Hanna Quillon' });
    await admin.get(api.changeDepartment, {
      params: { code: 'CIVIL' },
      body: { headId: hanna.user.id },
    });
    const asha = await campus.person();
    const owned = await keyOf(asha, { ownerId: orla.user.id, department: 'CIVIL' });
    const headed = await keyOf(asha, { department: 'CIVIL' });
    await restrict(owned.id);
    await restrict(headed.id);
    const [byOwner, byHead] = [
      'Its owner decides who takes this key.',
      'The head of its department decides who takes this key.',
    ];
    expect((await stored(owned.id)).reason).toBe(byOwner);
    expect((await stored(headed.id)).reason).toBe(byHead);
    expect((await told(asha)).map(({ message }) => message).join(' ')).toMatch(
      new RegExp(`${byHead} Return .* ${byOwner} Return `),
    );
    for (const approver of ['its-owner', 'its-head'])
      expect(await tablesWith(approver)).toEqual(namingTables);
    for (const name of ['Orla Quimby', 'Hanna Quillon']) expect(await tablesWith(name)).toEqual([]);
    const ravi = await campus.person();
    const { data } = await ravi.get(api.keyVerdict, { params: { id: owned.id } });
    expect(data.verdict.reasons[0]?.text).toBe('Orla Quimby decides who takes this key.');
    await erase(orla);
    expect(await tablesWith('Orla Quimby')).toEqual([]);
  });

  test('that of who made the rule, whom a verdict names', async () => {
    const zelda = await campus.person('admin', { name: 'Zelda Zimmer' });
    const key = await keyOf(await campus.person());
    const note = 'Ask Zelda Zimmer first';
    await addAccessRule(zelda, { target: 'key', targetId: key.id, note });
    const reason = `No one can take key ${key.keyNumber}.`;
    expect((await stored(key.id)).reason).toBe(reason);
    expect(await tablesWith('DENIED_BY_RULE')).toEqual(expect.arrayContaining(namingTables));
    expect(await tablesWith('Zelda Zimmer')).toEqual([]);
    const ravi = await campus.person();
    const { data } = await ravi.get(api.keyVerdict, { params: { id: key.id } });
    expect(data.verdict.reasons[0]?.text).toBe(
      `No one can take key ${key.keyNumber} (rule by Zelda Zimmer: ${note}).`,
    );
  });
});

describe('a recalled key', () => {
  test('is extended by the desk alone, and stays recalled', async () => {
    const asha = await campus.person();
    const key = await campus.key();
    await addKeyRule(admin, key.id, { extensions: 3, extendMinutes: 60 });
    const parties = { keyId: key.id, holderId: asha.user.id, handedBy: guard.user.id };
    const { id } = await openLoan(campus.db, { ...parties, dueAt: fromNow(60) });
    await denyKey(key);
    const until = fromNow(120).toISOString();
    const extend = (who: TestClient, body: object) =>
      who.call(api.extendLoan, { params: { id }, body });
    const refused = await extend(asha, { until });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toMatch(
      new RegExp(`^Key ${key.keyNumber} is recalled\\. Return it by .*\\d\\d:\\d\\d\\.$`),
    );
    const { status } = await extend(guard, { until, reason: 'Lecture ends at five' });
    expect(status).toBe(200);
    const loan = await stored(key.id);
    expect(loan).toMatchObject({ dueAt: new Date(until) });
    expect(loan?.recalledAt).not.toBeNull();
    expect((await extend(asha, {})).status).toBe(409);
  });

  test('is to be brought now once it is late', async () => {
    const asha = await campus.person();
    const key = await keyOf(asha, {}, fromNow(-1500));
    await denyKey(key);
    const [message] = await told(asha);
    expect(message?.message).toMatch(/ Return it now\.$/);
    const body = { until: fromNow(120).toISOString() };
    const refused = await asha.call(api.extendLoan, { params: { id: key.loanId }, body });
    expect(refused.body.message).toBe(`Key ${key.keyNumber} is recalled. Return it now.`);
  });

  test('stands first on the list of the desk, with the reason', async () => {
    const key = await keyOf(await campus.person());
    await denyKey(key);
    const { loans, recalled } = (await guard.get(api.deskOverdue)).data;
    expect(recalled).toBeGreaterThan(0);
    const bands = loans.map(({ band }) => band);
    expect(bands.lastIndexOf('recalled')).toBe((recalled ?? 0) - 1);
    const row = loans.find(({ loanId }) => loanId === key.loanId);
    expect(row).toMatchObject({
      band: 'recalled',
      key: { recallReason: `No one can take key ${key.keyNumber}.` },
    });
  });

  test('is available like any other once it is back', async () => {
    const key = await keyOf(await campus.person());
    await denyKey(key);
    const { data } = await guard.get(api.collectKey, { params: { id: key.id }, body: {} });
    expect(data.key).not.toHaveProperty('recalledAt');
    expect(await isRecalled(key.id)).toBe(true);
  });

  test('is not recalled twice', async () => {
    const asha = await campus.person();
    const key = await keyOf(asha);
    await denyKey(key);
    const { recalled } = await denyKey(key);
    expect(recalled).toBe(0);
    expect(await told(asha)).toHaveLength(1);
  });
});
