import { api } from '@keydesk/shared/api';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { askFor } from '../../../test/access.ts';
import { addKeyRule } from '../../../test/due-rules.ts';
import { leaveTraces } from '../../../test/factories/traces.ts';
import { giveKey, loansOf, requestCode } from '../../../test/handovers.ts';
import { lent } from '../../../test/lending.ts';
import { relaxedSettings } from '../../../test/relaxed-limits.ts';
import { checkAuth, signIn } from '../../../test/sign-in.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

const campus = testCampus({ ADMIN_EMAIL: 'head@campus.test' });
const admin = campus.resident('admin');
const guard = campus.resident('security');

function erase({ user }: { user: { id: string } }, by = admin) {
  return by.call(api.eraseUser, { params: { id: user.id } });
}

/** Gives a key for an hour: due later than a recall asks for, also shortly before the campus closes. */
async function giveHourly(person: TestClient) {
  const { id } = await campus.key();
  await addKeyRule(admin, id);
  return giveKey(guard, person, id);
}

function remove({ user }: TestClient) {
  return admin.get(api.deleteUser, { params: { id: user.id } });
}

function everythingSealed() {
  return vi.waitFor(async () => {
    const { rows } = await campus.db.query('SELECT 1 FROM audit_events WHERE hash IS NULL');
    expect(rows).toEqual([]);
  }, 10_000);
}

/** All tables of the database that contain this text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await campus.db.orm.execute<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await campus.db.query(
      `SELECT 1 FROM "${name}" AS r WHERE r::text ILIKE '%' || $1 || '%' LIMIT 1`,
      [text],
    );
    if (hits.length > 0) found.push(name);
  }
  return found.sort();
}

/** Someone who has left traces everywhere. */
async function leaver() {
  const person = await campus.person('pending', {
    email: 'leaver.second@campus.test',
    name: 'Leonie Leaver',
    providerEmail: 'leaver.second@campus.test',
    providerName: 'Leonie Leaver',
  });
  const body = { department: 'CSE', facultyId: 'LEAVER-7' };
  await person.get(api.completeRegistration, { body });
  await person.get(api.updateProfile, { body: { name: 'Leonie Leaverly' } });
  await admin.get(api.updateUser, {
    params: { id: person.user.id },
    body: { name: 'Leonie Leaver', email: 'leonie.leaver@campus.test', role: 'faculty' },
  });
  const key = await giveKey(guard, person, (await campus.key()).id);
  await guard.get(api.collectKey, { params: { id: key._id } });
  await requestCode(person, key._id);
  return { person, key };
}

test('erasing a leaver leaves no trace of who they were, and everything that was done', async () => {
  const { person, key } = await leaver();
  const { id } = person.user;
  await remove(person);
  await everythingSealed();
  expect((await erase(person)).body).toEqual({ success: true, message: 'User erased' });
  for (const trace of ['Leonie', 'leaver.second', 'LEAVER-7', person.user.subject])
    expect(await tablesWith(trace)).toEqual([]);
  expect(await loansOf(campus.db, key._id)).toMatchObject([{ holderId: id }]);

  const { loans } = (await guard.get(api.keyHistory, { params: { id: key._id } })).data;
  expect(loans).toMatchObject([{ holder: { id, name: 'Former member' } }]);
  const inTelugu = { params: { id: key._id }, headers: { 'accept-language': 'te' } };
  const telugu = (await guard.get(api.keyHistory, inTelugu)).data.loans;
  expect(telugu).toMatchObject([{ holder: { id, name: 'మాజీ సభ్యులు' } }]);
  const { events } = (await admin.get(api.listAudit, { query: { person: id } })).data;
  expect(events.map(({ action }) => action)).toEqual([
    'erase-user',
    'delete-user',
    'take-back',
    'hand-out',
    'change-user',
    'rename',
    'register',
  ]);
  expect(events.find(({ action }) => action === 'register')?.details).toEqual({
    role: 'faculty',
    personal: 'erased',
  });
  await everythingSealed();
  expect((await admin.get(api.verifyAudit)).data).toMatchObject({ intact: true, brokenAt: null });
});

test('rules about an erased person end, and what was noted in them is nowhere', async () => {
  const person = await campus.person();
  const { id } = person.user;
  const rule = { scope: 'person', note: 'Has a broken Shinbone' } as const;
  const ended = await addKeyRule(admin, id, rule);
  await admin.get(api.endDueRule, { params: { id: ended } });
  await addKeyRule(admin, id, rule);
  const added = async () => {
    const { events } = (await admin.get(api.listAudit, { query: { person: id } })).data;
    return events.find(({ action }) => action === 'add-due-rule')?.details;
  };
  expect(await added()).toMatchObject({ scope: 'person', note: rule.note });
  await remove(person);
  await everythingSealed();
  await erase(person);
  expect(await tablesWith('Shinbone')).toEqual([]);
  expect(await added()).toMatchObject({ scope: 'person', personal: 'erased' });
  const { rules } = (await admin.get(api.listDueRules)).data;
  expect(rules.filter(({ scopeId }) => scopeId === id)).toEqual([]);
  await everythingSealed();
  expect((await admin.get(api.verifyAudit)).data).toMatchObject({ intact: true });
});

test('admins are left no earlier address either, though the audit log was off at the time', async () => {
  const { auditLogging } = relaxedSettings;
  const body = { ...relaxedSettings, auditLogging: { ...auditLogging, enabled: false } };
  await admin.get(api.putSecuritySettings, { body });
  const other = await campus.person('admin');
  const person = await campus.person('faculty', { email: 'unseen.first@campus.test' });
  await person.get(api.updateProfile, { body: { name: 'Una Unseen' } });
  await admin.get(api.updateUser, {
    params: { id: person.user.id },
    body: { name: 'Una Unseen', email: 'unseen.second@campus.test', role: 'faculty' },
  });
  await admin.get(api.putSecuritySettings, { body: relaxedSettings });
  const told = async () => (await other.get(api.listNotifications)).data.notifications;
  expect(await told()).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('(unseen.first@campus.test)') }),
  );
  await remove(person);
  await erase(person);
  for (const trace of ['Unseen', 'unseen.first']) expect(await tablesWith(trace)).toEqual([]);
});

test('what others were told of an erased person keeps everything but their name', async () => {
  const [asha, helper] = [
    await campus.person(),
    await campus.person('faculty', { name: 'Hester Hartshorn' }),
  ];
  const key = await giveKey(guard, asha, (await campus.key()).id);
  const body = { type: 'batch-return', keyIds: [key._id] };
  const { qrText } = (await helper.get(api.issueCode, { body })).data;
  await guard.get(api.batchReturn, { body: { qrData: qrText } });
  const said = async (language = 'en') =>
    (
      await asha.get(api.listNotifications, { headers: { 'accept-language': language } })
    ).data.notifications.map(({ message }) => message);
  const text = `Key ${key.keyNumber} (${key.keyName}) was returned for you by`;
  expect(await said()).toContain(`${text} Hester Hartshorn.`);
  await remove(helper);
  await erase(helper);
  expect(await said()).toContain(`${text} Former member.`);
  expect((await said('de')).join()).toContain('Ehemaliges Mitglied');
  expect(await tablesWith('Hartshorn')).toEqual([]);
});

test('erasing leaves no name in what was said of rules about the person', async () => {
  const [owner, person] = [
    await campus.person(),
    await campus.person('faculty', { name: 'Petra Pembroke' }),
  ];
  const { id } = person.user;
  const rule = { target: 'all', subject: 'person', subjectId: id, effect: 'deny' };
  const [recalled, extended, overridden] = [
    await giveHourly(person),
    await giveHourly(person),
    await campus.key({ ownerId: owner.user.id }),
  ];
  await admin.get(api.addAccessRule, { body: rule });
  const loan = (await loansOf(campus.db, extended._id))[0];
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const body = { until, reason: 'Lecture ends later' };
  await guard.get(api.extendLoan, { params: { id: loan?.id ?? '' }, body });
  await guard.get(api.lendKey, {
    body: {
      keyId: overridden.id,
      holderId: id,
      identifiedBy: 'desk',
      overrideReason: 'Fire drill in the block',
    },
  });
  expect(await tablesWith('subjectName%Petra Pembroke')).toEqual([
    'audit_personal',
    'loans',
    'notifications',
  ]);
  for (const keyId of [recalled._id, extended._id, overridden.id])
    await guard.get(api.collectKey, { params: { id: keyId } });
  await remove(person);
  await everythingSealed();
  expect((await erase(person)).status).toBe(200);
  expect(await tablesWith('Pembroke')).toEqual([]);
  const { rows } = await campus.db.query(
    `SELECT reason FROM loan_extensions JOIN loans ON loans.id = loan_id
      WHERE holder_id = $1 ORDER BY at`,
    [id],
  );
  expect(rows.map(({ reason }) => reason)).toEqual([null, null, null]);
  const { events } = (await admin.get(api.listAudit, { query: { person: id } })).data;
  for (const action of ['recall-key', 'override-access'])
    expect(events.find((event) => event.action === action)?.details).toMatchObject({
      code: 'DENIED_BY_RULE',
      ruleId: expect.any(String),
      personal: 'erased',
    });
  await everythingSealed();
  expect((await admin.get(api.verifyAudit)).data).toMatchObject({ intact: true });
});

test('what was typed about an erased person’s loans is left in the sealed events alone', async () => {
  const [asha, ravi] = [await campus.person(), await campus.person()];
  const settle = async (body: { resolution: string; holderId?: string; note: string }) => {
    const { id } = await campus.key();
    const loanId = await lent(guard, asha, id);
    const [loan] = await loansOf(campus.db, id);
    const until = new Date(Number(loan?.dueAt) + 60_000).toISOString();
    const reason = 'Harbinger has an exam';
    await guard.get(api.extendLoan, { params: { id: loanId }, body: { until, reason } });
    await asha.get(api.disputeLoan, { params: { id: loanId } });
    await admin.get(api.settleDispute, { params: { id: loanId }, body });
    return id;
  };
  const returned = await settle({ resolution: 'returned', note: 'Harbinger was right' });
  const { id: holderId } = ravi.user;
  const corrected = await settle({ resolution: 'corrected', holderId, note: 'Ravi Ravenscar' });
  await guard.get(api.collectKey, { params: { id: corrected } });
  const reasons = async (keyId: string) =>
    (await loansOf(campus.db, keyId)).map(({ returnReason }) => returnReason);
  expect(await reasons(returned)).toEqual(['Harbinger was right']);
  const extendedFor = async (keyId: string) => {
    const { rows } = await campus.db.query<{ reason: string | null }>(
      'SELECT e.reason FROM loan_extensions e JOIN loans l ON l.id = e.loan_id WHERE l.key_id = $1',
      [keyId],
    );
    return rows.map(({ reason }) => reason);
  };
  expect(await extendedFor(corrected)).toEqual(['Harbinger has an exam']);
  await remove(ravi);
  await erase(ravi);
  expect(await extendedFor(corrected)).toEqual([null]);
  expect(await extendedFor(returned)).toEqual(['Harbinger has an exam']);
  expect(await tablesWith('Ravenscar')).toEqual(['audit_events']);
  expect(await tablesWith('Harbinger')).toContain('loan_disputes');
  await remove(asha);
  await erase(asha);
  expect(await tablesWith('Harbinger')).toEqual(['audit_events']);
  expect(await reasons(returned)).toEqual([null]);
  expect(await reasons(corrected)).toEqual([null, null]);
});

/**
 * The columns that refer to a person and keep doing so after they were erased: where keys were and
 * when, who may have had them, and who did what. All others are in `leaveTraces`, and emptied.
 */
const keptColumns = [
  ...['loans.handed_by', 'loans.holder_id', 'loans.received_by', 'loans.returned_by'],
  ...['undone_by', 'received_by', 'returned_by'].map((column) => `undone_handovers.${column}`),
  ...['loan_disputes.corrected_to', 'loan_disputes.settled_by'],
  ...['loan_disputes.raised_by', 'loan_extensions.by_id'],
  ...['access_requests.decided_by', 'access_requests.user_id'],
  ...['access_rules.created_by', 'access_rules.ended_by'],
  ...['due_rules.created_by', 'due_rules.ended_by'],
  ...['grants.given_by', 'grants.revoked_by', 'grants.user_id'],
  ...['group_members.added_by', 'group_members.ended_by', 'group_members.user_id'],
  ...['codes.used_by', 'desk_devices.enrolled_by', 'desk_enrolments.created_by'],
  ...['count_misses.ended_by', 'count_scans.by', 'count_scans.removed_by'],
  ...['counts.abandoned_by', 'counts.begun_by', 'counts.closed_by'],
  ...['incidents.reported_by', 'incidents.resolved_by'],
  ...['duties.guard_id', 'keys.owner_id', 'person_cards.added_by', 'sign_ins.user_id'],
  ...['paper_lines.person_id', 'paper_lines.entered_by', 'paper_lines.decided_by'],
  ...['outages.opened_by', 'shift_notes.read_by'],
  'found_reports.settled_by',
  ...['loans.sponsor_id', 'visitors.sponsor_id'],
].sort();

/** Every column with a foreign key to people. */
async function columnsOfPeople(): Promise<string[]> {
  const { rows } = await campus.db.query<{ name: string }>(
    `SELECT format('%s.%s', conrelid::regclass, attname) AS name
       FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
      WHERE contype = 'f' AND confrelid = 'users'::regclass`,
  );
  return rows.map(({ name }) => name).sort();
}

async function columnsHolding(id: string, columns: readonly string[]): Promise<string[]> {
  const holding: string[] = [];
  for (const column of columns) {
    const [table, name] = column.split('.');
    const { rowCount } = await campus.db.query(`SELECT FROM ${table} WHERE ${name} = $1`, [id]);
    if (rowCount) holding.push(column);
  }
  return holding;
}

test('every column that refers to a person is emptied by erasing, or is known to stay', async () => {
  const person = await campus.person('security');
  const { id } = person.user;
  await remove(person);
  await leaveTraces(campus.db, id);
  const all = await columnsOfPeople();
  expect(all.filter((column) => keptColumns.includes(column))).toEqual(keptColumns);
  const emptied = all.filter((column) => !keptColumns.includes(column));
  expect(await columnsHolding(id, emptied)).toEqual(emptied);
  await erase(person);
  expect(await columnsHolding(id, emptied)).toEqual([]);
});

test('erasing somebody waits for whoever decides their request, who needs the person too', async () => {
  const person = await campus.person();
  const { id } = await askFor(person, (await campus.key({ level: 'restricted' })).id);
  await remove(person);
  const deciding = await campus.db.pool.connect();
  try {
    await deciding.query('BEGIN');
    await deciding.query('SELECT FROM access_requests WHERE id = $1 FOR UPDATE', [id]);
    const erased = erase(person);
    await vi.waitFor(async () => {
      const { rows } = await campus.db.query(
        `SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    }, 10_000);
    await deciding.query('SELECT FROM users WHERE id = $1 FOR SHARE NOWAIT', [person.user.id]);
    await deciding.query('COMMIT');
    expect((await erased).status).toBe(200);
  } finally {
    await deciding.query('ROLLBACK');
    deciding.release();
  }
});

describe('an erased person', () => {
  test('is nobody any more: not listed, not restored, not erased twice', async () => {
    const person = await campus.person();
    await remove(person);
    await erase(person);
    for (const state of ['active', 'removed', 'all']) {
      const { users } = (await admin.get(api.listUsers, { query: { state, limit: '100' } })).data;
      expect(users.map(({ id }) => id)).not.toContain(person.user.id);
    }
    expect((await erase(person)).status).toBe(404);
    const body = { state: 'active' };
    expect(
      (await admin.call(api.setUserState, { params: { id: person.user.id }, body })).status,
    ).toBe(404);
  });

  test('frees address, Faculty ID and identity: the same account is somebody new', async () => {
    const email = 'anew@campus.test';
    const person = await campus.person('admin', { email, facultyId: 'ANEW-1' });
    await remove(person);
    expect((await signIn(campus.url, email)).page).toBe(
      '/login?error=oauth_failed&reason=account_closed',
    );
    await erase(person);
    const { cookie = '' } = await signIn(campus.url, email);
    const { user } = (await checkAuth(campus.url, { cookie })).body as {
      user: { id: string; role: string };
    };
    expect(user.role).toBe('pending');
    expect(user.id).not.toBe(person.user.id);
    await campus.person('faculty', { facultyId: 'anew-1' });
  });
});

describe('nobody is erased', () => {
  test('before they are removed', async () => {
    const asha = await campus.person();
    expect(await erase(asha)).toMatchObject({
      status: 409,
      body: { error: { code: 'USER_NOT_REMOVED' } },
    });
    await asha.get(api.checkAuth);
  });

  test('while a setting would make an admin of whoever comes back with the address', async () => {
    const head = await campus.person('admin', { email: 'Head@campus.test' });
    await admin.get(api.updateUser, {
      params: { id: head.user.id },
      body: { name: head.user.name, email: 'was.head@campus.test', role: 'faculty' },
    });
    await remove(head);
    expect(await erase(head)).toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(
          /^ADMIN_EMAIL contains this person’s email, so anyone signing/,
        ),
        error: { code: 'ADDRESS_GIVES_ROLE' },
      },
    });
    expect(await tablesWith('was.head@campus.test')).toContain('users');
  });
});
