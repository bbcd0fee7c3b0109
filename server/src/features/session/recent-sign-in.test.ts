import { api, type RouteName } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { beforeAll, describe, expect, test } from 'vitest';
import { relaxedSettings } from '../../../test/relaxed-limits.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { CallOptions } from '../../../test/test-client.ts';

const campus = testCampus({ CONFIRM_SIGN_IN_MINUTES: '15' });
const admin = campus.resident('admin');
beforeAll(async () => {
  await signedIn('16 minutes');
});

function signedIn(ago: string) {
  return campus.db.query('UPDATE sessions SET confirmed_at = now() - $1::interval', [ago]);
}

type WritingRoute = {
  [Name in RouteName]: (typeof api)[Name]['method'] extends 'GET' ? never : Name;
}[RouteName];

/** Why a route that changes something asks for no recent sign-in. */
const desk = 'the desk: a handover must not wait for a password';
const own = 'the own account, which gets no key by it';
const less = 'takes access away, gives none';
const records = 'says what happened, or when a key is due';

type Asking = {
  /** Calls that are refused to whoever signed in long ago. */
  asks: readonly CallOptions[];
  /** Calls of the same route that give no one a key. */
  passes?: readonly CallOptions[];
};

const nobody = '0'.repeat(24);
const params = { id: nobody, userId: nobody, code: 'CSE' };
const always: Asking = { asks: [{ params, body: {} }] };
const bodies = (...all: object[]) => all.map((body) => ({ params, body }));

/**
 * What each route that changes something can do for someone who wants a restricted or high-security
 * key and found a browser open. A new route fails here until it is classified: by its effect, through
 * whatever other table that comes about.
 */
const effects: Readonly<Record<WritingRoute, Asking | string>> = {
  completeRegistration: 'the first call after a sign-in; what it claims, an admin accepts',
  logout: own,
  updateProfile: own,
  endOwnSession: own,
  staySignedIn: own,
  endOtherSessions: own,
  takeKey: desk,
  returnKey: desk,
  collectKey: desk,
  toggleFrequentKey: records,
  backHome: records,
  createKey: 'nobody can have had it, and its number is free',
  updateKey: {
    asks: bodies(
      { level: 'normal' },
      { ownerId: null },
      { department: 'CSE' },
      { category: 'Labs' },
      { block: 'A' },
      // The physical key on the hook follows its number.
      { keyNumber: 'LASER-001' },
      { tagCheck: false },
    ),
    passes: bodies({ keyName: 'Laser', hook: 'A 1', tagCheck: true }),
  },
  updateKeys: {
    asks: bodies(
      { keyIds: [nobody], changes: { department: 'CSE' } },
      { keyIds: [nobody], changes: { category: 'Labs', frequentlyUsed: true } },
    ),
    passes: bodies({ keyIds: [nobody], changes: { frequentlyUsed: true } }),
  },
  deleteKey: always,
  issueCode: 'the access of its holder decides',
  resolveCode: desk,
  scanRequest: desk,
  scanReturn: desk,
  batchReturn: desk,
  createEnrolment: always,
  enrolComputer: 'by a code that an admin made a moment ago',
  revokeComputer: less,
  beginDuty: desk,
  endDuty: less,
  lockDuty: less,
  putShiftNote: records,
  readShiftNotes: records,
  setDutyPin: always,
  disputeDuty: less,
  lendKey: desk,
  enterPaper: desk,
  openPaperPeriod: records,
  decidePaper: records,
  findPersonByCard: desk,
  addPersonCard: desk,
  enterVisitor: desk,
  answerVisitor: own,
  allowVisitor: always,
  endPersonCards: less,
  disputeLoan: own,
  settleDispute: records,
  undoHandover: records,
  reportKey: records,
  resolveIncident: {
    asks: bodies({ resolution: 'replaced' }, { resolution: 'written-off', note: 'Gone' }),
    passes: bodies({ resolution: 'found' }, { resolution: 'mistake' }, { resolution: 'repaired' }),
  },
  reportFound: records,
  settleFound: records,
  beginCount: records,
  scanForCount: records,
  removeScan: records,
  abandonCount: records,
  closeCount: records,
  reportUnseen: records,
  sayHere: records,
  sendHome: records,
  extendLoan: records,
  moveClosing: records,
  waitForKey: own,
  stopWaiting: own,
  markNotificationRead: own,
  markNotificationUnread: own,
  markAllNotificationsRead: own,
  putMessagePreferences: own,
  remindHolder: records,
  subscribePush: own,
  unsubscribePush: own,
  putSecuritySettings: { asks: bodies(relaxedSettings) },
  updateUser: {
    asks: bodies(
      { name: 'A B', email: 'a@b.test', role: 'admin' },
      { department: 'CSE' },
      { facultyId: 'F-1' },
    ),
    passes: bodies({ name: 'A B', phone: '1234567' }, {}),
  },
  updateUsers: {
    asks: bodies(
      { userIds: [nobody], changes: { department: 'CSE' } },
      { userIds: [nobody], changes: { departmentConfirmed: true } },
    ),
  },
  deleteUser: always,
  eraseUser: always,
  setUserState: { asks: bodies({ state: 'active' }, { state: 'suspended' }) },
  signOutEverywhere: less,
  verifyAudit: records,
  importKeys: always,
  importUsers: always,
  importGrants: always,
  importCards: always,
  keyTags: records,
  sendTestMail: records,
  addDesk: 'gives nobody a key',
  changeDesk: 'gives nobody a key',
  addDepartment: {
    asks: bodies({ code: 'NEW', label: 'New', headId: nobody }),
    passes: bodies({ code: 'NEW', label: 'New' }),
  },
  addBlock: 'rules and keys name it afterwards',
  addCategory: 'rules and keys name it afterwards',
  changeDepartment: {
    asks: [
      ...bodies({ headId: nobody }),
      { params: { code: 'COMMON' }, body: { registers: true } },
    ],
    passes: bodies({ label: 'Other name' }, { headId: null }, { registers: true }),
  },
  changeBlock: 'rules go by its code',
  changeCategory: 'rules go by its code',
  changeEntries: 'rules go by their codes',
  deleteEntry: 'nothing has it, no rule either',
  deleteUnusedEntries: 'nothing has them, no rules either',
  putLadder: always,
  putOpening: always,
  putDays: records,
  moveDue: records,
  addDueRule: records,
  endDueRule: records,
  tryDueRules: records,
  requestAccess: 'somebody else decides',
  decideAccessRequest: {
    asks: bodies({ decision: 'approve' }),
    passes: bodies({ decision: 'deny' }, { decision: 'withdraw' }),
  },
  addGrant: always,
  endGrant: less,
  addAccessRule: always,
  endAccessRule: always,
  simulateAccessRule: 'changes nothing',
  addGroup: always,
  renameGroup: always,
  putMember: always,
  endMember: always,
};

const asking = Object.entries(effects).flatMap(([name, effect]) =>
  typeof effect === 'string' ? [] : [[name as WritingRoute, effect] as const],
);

async function codeOf(route: Route, options: CallOptions): Promise<string | undefined> {
  const { body } = await admin.call(route, options);
  return (body as { error?: { code: string } }).error?.code;
}

test('every route that changes something is classified, and asks exactly if it is to', () => {
  const writing = Object.entries<Route>(api).filter(([, { method }]) => method !== 'GET');
  expect(Object.keys(effects).sort()).toEqual(writing.map(([name]) => name).sort());
  const asks = writing.flatMap(([name, route]) => (route.needsRecentSignIn ? [name] : []));
  expect(asks.sort()).toEqual(asking.map(([name]) => name).sort());
});

describe('who signed in longer ago than the installation allows', () => {
  test.each(asking)('cannot give a key by %s', async (name, { asks, passes = [] }) => {
    for (const options of asks)
      expect([options.body, await codeOf(api[name], options)]).toEqual([
        options.body,
        'SIGN_IN_NOT_RECENT',
      ]);
    for (const options of passes)
      expect([options.body, await codeOf(api[name], options)]).not.toEqual([
        options.body,
        'SIGN_IN_NOT_RECENT',
      ]);
  });

  test('is told so, and may still look', async () => {
    expect(await admin.call(api.putSecuritySettings, { body: relaxedSettings })).toMatchObject({
      status: 403,
      body: { message: 'Confirm it is you. You signed in more than 15 minutes ago.' },
    });
    for (const route of [api.getSecuritySettings, api.listUsers, api.listGrants])
      expect((await admin.call(route)).status).toBe(200);
  });

  test('is asked as the owner of a key too, whose level and access stay as they were', async () => {
    const owner = await campus.person();
    const friend = await campus.person();
    const key = await campus.key({ level: 'high', ownerId: owner.user.id });
    await signedIn('16 minutes');
    const body = { keyId: key.id, userId: friend.user.id };
    expect(await owner.call(api.addGrant, { body })).toMatchObject({
      status: 403,
      body: { error: { code: 'SIGN_IN_NOT_RECENT' } },
    });
    const change = { params: { id: key.id }, body: { level: 'normal' } };
    expect((await admin.call(api.updateKey, change)).status).toBe(403);
    const { rows } = await campus.db.query(
      'SELECT level, (SELECT count(*)::int FROM grants) AS grants FROM keys WHERE id = $1',
      [key.id],
    );
    expect(rows).toEqual([{ level: 'high', grants: 0 }]);
  });

  test('could do so a little earlier', async () => {
    await signedIn('14 minutes');
    for (const [name, { asks }] of asking.filter(([name]) => name !== 'putSecuritySettings'))
      for (const options of asks)
        expect([name, await codeOf(api[name], options)]).not.toEqual([name, 'SIGN_IN_NOT_RECENT']);
  });
});
