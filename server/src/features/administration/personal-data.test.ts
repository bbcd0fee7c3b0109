import { api } from '@keydesk/shared/api';
import { expect, test } from 'vitest';
import { askFor, decide } from '../../../test/access.ts';
import { dutyAt } from '../../../test/desk-computer.ts';
import { addKeyRule } from '../../../test/due-rules.ts';
import { leaveTraces } from '../../../test/factories/traces.ts';
import { batchCode, giveKey, requestCode } from '../../../test/handovers.ts';
import { lent } from '../../../test/lending.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

const campus = testCampus();
const guard = campus.resident('security', { name: 'Gopal Gatekeeper' });

async function dataOf(visitor: TestClient) {
  const { status, headers, body } = await visitor.call(api.myData);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/,
  );
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  return body as Record<string, Record<string, unknown>[]>;
}

test('a person is given everything that is stored of them, and no secret', async () => {
  const asha = await campus.person('faculty', { name: 'Asha Before' });
  await asha.get(api.updateProfile, { body: { name: 'Asha Rao' } });
  const key = await giveKey(guard, asha, (await campus.key()).id);
  const code = await requestCode(asha, (await campus.key()).id);
  const data = await dataOf(asha);
  const { id, email, facultyId, issuer, subject } = asha.user;
  expect(data.person).toMatchObject({ id, email, facultyId, issuer, subject, name: 'Asha Rao' });
  expect(data.sessions).toMatchObject([{ id: asha.secrets.sessionId }]);
  expect(data.loans).toMatchObject([{ keyNumber: key.keyNumber, returnedAt: null }]);
  expect(data.codes).toHaveLength(2);
  expect(data.notifications).toMatchObject([{ title: 'Key taken' }]);
  expect(data.pushSubscriptions).toEqual([]);
  expect(data.deskWork).toEqual([]);
  expect(data.auditEvents).toMatchObject([
    { action: 'export-own-data', doneByYou: true },
    { action: 'hand-out', doneByYou: false, doneToYou: true, keyNumber: key.keyNumber },
    { action: 'rename', details: { from: 'Asha Before', to: 'Asha Rao' } },
  ]);
  const text = JSON.stringify(data);
  for (const secret of [asha.secrets.cookie, asha.secrets.bearer, code.qrText, 'Hash'])
    expect(text).not.toContain(secret);
});

test('and nothing of anybody else: the desk reads how much it did, not with whom', async () => {
  const ravi = await campus.person('faculty', { name: 'Ravi Private' });
  const key = await giveKey(guard, ravi, (await campus.key()).id);
  await guard.get(api.collectKey, { params: { id: key._id } });
  const data = await dataOf(guard);
  expect(data.loans).toEqual([]);
  const [today] = (data.deskWork ?? []).slice(-1);
  expect(today).toMatchObject({ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), received: 1 });
  expect(data.auditEvents?.map(({ action }) => action)).toContain('take-back');
  const text = JSON.stringify(data);
  for (const theirs of [ravi.user.id, ravi.user.email, 'Ravi Private'])
    expect(text).not.toContain(theirs);
});

test('due times, how they were moved and rules about oneself are part of it', async () => {
  const admin = await campus.person('admin');
  const asha = await campus.person();
  await addKeyRule(admin, asha.user.id, {
    scope: 'person',
    extensions: 2,
    extendMinutes: 30,
    note: 'Asha walks far',
  });
  const { loanId, dueAt } = await giveKey(guard, asha, (await campus.key()).id);
  const until = new Date(Date.parse(dueAt ?? '') + 60_000).toISOString();
  const body = { until, reason: 'Exam' };
  await guard.get(api.extendLoan, { params: { id: loanId ?? '' }, body });
  const data = await dataOf(asha);
  expect(data.loans).toMatchObject([{ dueAt: until, graceUntil: until, extended: 0 }]);
  const moved = { fromDue: dueAt, toDue: until, reason: 'Exam' };
  expect(data.loanExtensions).toMatchObject([{ loanId, ...moved, doneByYou: false }]);
  expect(data.dueRules).toMatchObject([
    { kind: 'after', amount: 60, extensions: 2, note: 'Asha walks far', endedAt: null },
  ]);
  const own = await dataOf(guard);
  const theirs = { loanId: null, ...moved, reason: null, doneByYou: true };
  expect(own.loanExtensions).toMatchObject([theirs]);
  expect(own.dueRules).toEqual([]);
  const events = (data: typeof own) =>
    data.auditEvents?.filter(({ action }) => action === 'extend-loan');
  expect(events(data)).toMatchObject([{ reason: 'Exam', details: { after: until } }]);
  expect(events(own)).toMatchObject([{ reason: null, details: null }]);
});

test('why a key was recalled is for its holder, not for the admin who recalled it', async () => {
  const admin = await campus.person('admin');
  const petra = await campus.person('faculty', { name: 'Petra Pembroke' });
  const key = await campus.key();
  // Due later than a recall asks for, also shortly before the campus closes.
  await addKeyRule(admin, key.id);
  const { loanId } = await giveKey(guard, petra, key.id);
  const rule = { target: 'all', subject: 'person', subjectId: petra.user.id, effect: 'deny' };
  await admin.get(api.addAccessRule, { body: rule });
  const data = await dataOf(petra);
  expect(data.loanExtensions).toMatchObject([{ loanId, reason: null }]);
  const recallCause = { code: 'DENIED_BY_RULE', rule: { subjectName: 'Petra Pembroke' } };
  expect(data.loans).toMatchObject([{ id: loanId, recallCause }]);
  const own = await dataOf(admin);
  expect(own.loanExtensions).toMatchObject([{ loanId: null, reason: null, doneByYou: true }]);
  expect(JSON.stringify(own)).not.toContain('Pembroke');
});

test('who brought a key back or had it instead is about them, not about its holder', async () => {
  const admin = await campus.person('admin');
  const [asha, ravi] = [await campus.person(), await campus.person()];
  const keyId = (await campus.key()).id;
  const loanId = await lent(guard, asha, keyId);
  await asha.get(api.disputeLoan, { params: { id: loanId } });
  await admin.get(api.settleDispute, {
    params: { id: loanId },
    body: { resolution: 'corrected', holderId: ravi.user.id },
  });
  const other = await giveKey(guard, asha, (await campus.key()).id);
  const { qrText } = await batchCode(ravi, [other._id]);
  await guard.get(api.batchReturn, { body: { qrData: qrText } });
  const data = await dataOf(asha);
  expect(data.disputes).toMatchObject([{ loanId, resolution: 'corrected' }]);
  const detailsOf = (action: string) =>
    data.auditEvents?.filter((event) => event.action === action).map(({ details }) => details);
  expect(detailsOf('take-back')).toEqual([{ returnType: 'volunteer' }, null]);
  expect(detailsOf('settle-dispute')).toEqual([{}]);
  for (const theirs of [ravi.user.id, guard.user.id, admin.user.id])
    expect(JSON.stringify(data)).not.toContain(theirs);
});

test('rows of every kind about a person are part of it', async () => {
  const asha = await campus.person('security');
  await leaveTraces(campus.db, asha.user.id);
  const owned = await campus.key({ ownerId: asha.user.id });
  await campus.db.query("UPDATE departments SET head_id = $1 WHERE code = 'CSE'", [asha.user.id]);
  const data = await dataOf(asha);
  expect(data.cards).toMatchObject([{ label: 'Trace', endedAt: null }]);
  expect(data.waits).toMatchObject([{ keyNumber: expect.stringMatching(/^W-/), endedAt: null }]);
  expect(data.mails).toMatchObject([{ subject: 'Trace', text: 'A mail' }]);
  expect(data.messagePreferences).toEqual([{ kind: 'handover', push: false, mail: true }]);
  expect(data.ownedKeys).toEqual([
    { keyNumber: owned.keyNumber, keyName: owned.keyName, deletedAt: null },
  ]);
  expect(data.headedDepartments).toMatchObject([{ code: 'CSE' }]);
});

test('it says of each loan how the desk knew who took the key', async () => {
  const asha = await campus.person();
  await giveKey(guard, asha, (await campus.key()).id);
  await lent(guard, asha, (await campus.key()).id);
  const { loans } = await dataOf(asha);
  expect(loans?.map(({ identifiedBy }) => identifiedBy)).toEqual(['code', 'desk']);
});

test('what they asked for and what they were given is part of it', async () => {
  const [owner, asha] = [await campus.person(), await campus.person()];
  const key = await campus.key({ level: 'restricted', ownerId: owner.user.id });
  const { id } = await askFor(asha, key.id, 'Night measurements');
  await decide(owner, id, { decision: 'approve', note: 'Lock up' });
  const data = await dataOf(asha);
  const { keyNumber } = key;
  expect(data.accessRequests).toMatchObject([
    { keyNumber, purpose: 'Night measurements', state: 'approved', note: 'Lock up' },
  ]);
  expect(data.grants).toMatchObject([{ keyNumber, reason: 'Night measurements', revokedAt: null }]);
  const theirs = await dataOf(owner);
  expect([theirs.accessRequests, theirs.grants]).toEqual([[], []]);
});

test('guards read when they were on duty, and that they have a PIN', async () => {
  const { computer, guard: onDuty } = await dutyAt(campus);
  await onDuty.get(api.setDutyPin, { body: { pin: '482913' } });
  await computer.get(api.endDuty);
  const data = await dataOf(onDuty);
  expect(data.duties).toMatchObject([{ begunBy: 'code', endedBy: 'guard' }]);
  expect(data.dutyPin).toEqual([{ changedAt: expect.any(String) }]);
  expect(JSON.stringify(data)).not.toContain('scrypt');
});

test('whoever has not registered yet has it, too, and nobody without a session', async () => {
  const newcomer = await campus.person('pending');
  expect((await dataOf(newcomer)).person).toMatchObject({ id: newcomer.user.id, role: 'pending' });
  const signedOut = await campus.person();
  await signedOut.get(api.logout);
  expect((await signedOut.call(api.myData)).status).toBe(401);
  expect((await newcomer.call(api.myData, { query: { userId: guard.user.id } })).status).toBe(200);
});

test('a long trail comes whole', async () => {
  const busy = await campus.person();
  await campus.db.query(
    `INSERT INTO audit_events (action, actor_id)
     SELECT 'sign-in', $1 FROM generate_series(1, 1100)`,
    [busy.user.id],
  );
  expect((await dataOf(busy)).auditEvents).toHaveLength(1101);
});

test('a short trail is found among many events of others without reading them', async () => {
  const asha = await campus.person();
  await campus.db.query(
    `INSERT INTO audit_events (action, actor_id, subject_id)
     SELECT 'hand-out', 'desk', CASE WHEN n = 1 THEN $1 ELSE 'person' || n END
       FROM generate_series(1, 20000) AS n`,
    [asha.user.id],
  );
  await campus.db.query('ANALYZE audit_events');
  const lookUps = async () => {
    const { rows } = await campus.db.query<{ count: number }>(
      `SELECT idx_scan::int AS count FROM pg_stat_user_indexes
        WHERE indexrelname = 'audit_of_subject'`,
    );
    return rows[0]?.count ?? 0;
  };
  const before = await lookUps();
  const { auditEvents } = await dataOf(asha);
  expect(auditEvents?.map(({ action }) => action)).toEqual(['export-own-data', 'hand-out']);
  await expect.poll(lookUps, { timeout: 20_000 }).toBeGreaterThan(before);
});

test('many rows are written one by one, so that no turn has all of them', async () => {
  const busy = await campus.person();
  await campus.db.query(
    `INSERT INTO notifications (id, user_id, title, message)
     SELECT 'n' || n, $1, 'Many', 'One of many' FROM generate_series(1, 300) AS n`,
    [busy.user.id],
  );
  const answer = await fetch(`${campus.url}/api${api.myData.path}`, {
    headers: { authorization: `Bearer ${busy.secrets.bearer}` },
  });
  const lines = (await answer.text()).split('\n');
  expect(lines.filter((line) => /^ {4}\{.*"title":"Many".*\},?$/.test(line))).toHaveLength(300);
});

test('three answers that nobody takes are the most that one person has under way', async () => {
  const asha = await campus.person();
  await campus.db.query(
    `INSERT INTO notifications (id, user_id, title, message)
     SELECT lpad(to_hex(n), 24, '0'), $1, 'Long', repeat('x', 1000) FROM generate_series(1, 30000) AS n`,
    [asha.user.id],
  );
  const ask = () =>
    fetch(`${campus.url}/api/auth/my-data`, {
      headers: { cookie: `keydesk_session=${asha.secrets.cookie}` },
    });
  const held = [await ask(), await ask(), await ask()];
  expect(held.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await ask()).status).toBe(429);
  for (const { body } of held) await body?.cancel();
  await expect.poll(async () => (await ask()).status).toBe(200);
});
