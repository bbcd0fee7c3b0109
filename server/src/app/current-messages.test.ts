import { api } from '@keydesk/shared/api';
import { beforeEach, expect, test } from 'vitest';
import { askFor, decide } from '../../test/access.ts';
import { addAccessRule } from '../../test/access-admin.ts';
import { openLoan } from '../../test/factories/loans.ts';
import { remindedLoan } from '../../test/factories/reminded-loan.ts';
import { giveKey } from '../../test/handovers.ts';
import { campusPerTest } from '../../test/test-campus.ts';
import { zoneWhereItIsEleven } from '../../test/zone-at-eleven.ts';
import { notify } from '../core/messages/notify.ts';
import { transact } from '../db/client.ts';
import { currentMessages } from './current-messages.ts';

const timezone = zoneWhereItIsEleven();

const campus = campusPerTest({ CAMPUS_TIMEZONE: timezone, REMINDER_TIME: '17:20' });
const admin = campus.resident('admin');
const guard = campus.resident('security');
const asha = campus.resident();
beforeEach(async () => {
  await asha.get(api.putMessagePreferences, {
    body: { kinds: [{ kind: 'due-soon', push: true, mail: true }] },
  });
});

async function taken(count = 1) {
  const keys = [];
  for (let one = 0; one < count; one += 1)
    keys.push(await giveKey(guard, asha, (await campus.key()).id));
  return keys;
}

function bringBack(id: string | undefined) {
  return guard.get(api.collectKey, { params: { id: id ?? '' }, body: {} });
}

/** What this person's mails of a kind would say now; null for each that would not be sent. */
async function mailsNow(kind: string, who = asha, now = new Date()) {
  const { rows } = await campus.db.query<{ id: string }>(
    'SELECT id FROM mail_outbox WHERE user_id = $1 AND kind = $2',
    [who.user.id, kind],
  );
  const ids = rows.map(({ id }) => id);
  const contents = await currentMessages(campus.db)(ids, now);
  return ids.map((id) => contents.get(id) ?? null);
}

/** What the one mail about a due time would say now; null if it would not be sent. */
async function mailNow(kind = 'due-soon'): Promise<string | null> {
  const mails = await mailsNow(kind);
  expect(mails).toHaveLength(1);
  return mails[0]?.message ?? null;
}

test('that the closing moved is mailed in its own words, and not of keys that are back', async () => {
  const [one, other] = await taken(2);
  await admin.get(api.moveClosing, { body: { closes: '19:00', reason: 'Fair' } });
  expect(await mailNow()).toMatch(
    /^The campus closes at 19:00 today: Fair\. Keys .* are due then\.$/,
  );
  await bringBack(one?._id);
  expect(await mailNow()).toBe(
    `The campus closes at 19:00 today: Fair. Key ${other?.keyNumber} is due then.`,
  );
  await bringBack(other?._id);
  expect(await mailNow()).toBeNull();
});

test('that keys are recalled is mailed with the reason, and not of keys that are back', async () => {
  const [one, other] = await taken(2);
  await addAccessRule(admin, { subject: 'person', subjectId: asha.user.id });
  expect(await mailNow('overdue')).toMatch(/^2 keys are recalled\..* \([^()]+: no keys\.\)/);
  await bringBack(one?._id);
  expect(await mailNow('overdue')).toMatch(
    new RegExp(`^Key ${other?.keyNumber} is recalled\\. .* Return it by`),
  );
  await bringBack(other?._id);
  expect(await mailNow('overdue')).toBeNull();
});

test('that the desk moved a due time is mailed while the key is out', async () => {
  const [key] = await taken();
  const until = new Date(Date.parse(key?.dueAt ?? '') + 3_600_000).toISOString();
  const body = { until, reason: 'Exam' };
  await guard.get(api.extendLoan, { params: { id: key?.loanId ?? '' }, body });
  expect(await mailNow()).toBe(
    `Key ${key?.keyNumber} is now due at 18:20. Moved by ${guard.user.name}.`,
  );
  await bringBack(key?._id);
  expect(await mailNow()).toBeNull();
});

test('that keys are due after a holiday is mailed, and names ten of them', async () => {
  const keys = await taken(12);
  const day = new Date(keys[0]?.dueAt ?? '').toLocaleDateString('en-CA', { timeZone: timezone });
  await admin.get(api.putDays, { body: { days: [{ day, kind: 'closed', label: 'Strike' }] } });
  await admin.get(api.moveDue, { body: { loanIds: keys.map(({ loanId }) => loanId ?? '') } });
  const message = await mailNow();
  expect(message?.match(/ \([^()]*\d\d:\d\d\)/g)).toHaveLength(10);
  expect(message).toMatch(/, and 2 more\.$/);
  for (const { _id } of keys) await bringBack(_id);
  expect(await mailNow()).toBeNull();
});

test('a key is due soon only before it is due, with the day unless that is today', async () => {
  const key = await campus.key();
  const dueAt = new Date(Date.now() + 60_000);
  const parties = { keyId: key.id, holderId: asha.user.id, handedBy: guard.user.id };
  const loan = await openLoan(campus.db, { ...parties, dueAt, graceUntil: dueAt });
  await transact(campus.db, (tx) =>
    notify(tx, [
      {
        userId: asha.user.id,
        template: 'due-soon',
        facts: { loans: [remindedLoan({ id: loan.id, dueAt }, key, asha.user)], timezone },
      },
    ]),
  );
  const at = async (now: Date) => (await mailsNow('due-soon', asha, now))[0]?.message;
  const time = /\) at \d\d:\d\d\.$/;
  expect(await at(new Date(dueAt.getTime() - 60_000))).toMatch(time);
  expect(await at(new Date(dueAt.getTime() - 86_400_000))).toMatch(/\) at \d+ \w+, \d\d:\d\d\.$/);
  expect(await at(dueAt)).toBeUndefined();
});

async function asked() {
  const owner = await campus.person();
  const key = await campus.key({ level: 'restricted', ownerId: owner.user.id });
  return { owner, key, id: (await askFor(asha, key.id, 'Thesis')).id };
}

test('a request is mailed with the page that decides, and not once it is decided', async () => {
  const { owner, id } = await asked();
  expect(await mailsNow('access', owner)).toMatchObject([
    { title: 'Access requested', link: '/dashboard/to-decide' },
  ]);
  await decide(owner, id, { decision: 'deny' });
  expect(await mailsNow('access', owner)).toEqual([null]);
  expect(await mailsNow('access', asha)).toMatchObject([{ title: 'Access denied' }]);
});

test('a request is not mailed to somebody who does not decide about the key any more', async () => {
  const { owner, key } = await asked();
  await admin.get(api.updateKey, { params: { id: key.id }, body: { ownerId: null } });
  expect(await mailsNow('access', owner)).toEqual([null]);
});

test('an approval is mailed as long as the access lasts', async () => {
  const { owner, id } = await asked();
  await decide(owner, id, { decision: 'approve' });
  expect(await mailsNow('access', asha)).toMatchObject([{ title: 'Access approved' }]);
  const [grant] = (await asha.get(api.listGrants)).data.grants;
  await owner.get(api.endGrant, { params: { id: grant?.id ?? '' } });
  expect(await mailsNow('access', asha)).toEqual([null]);
});

test('a handover that was undone before its mail leaves is not mailed, and the correction is', async () => {
  await asha.get(api.putMessagePreferences, {
    body: { kinds: [{ kind: 'handover', push: true, mail: true }] },
  });
  const [one, two] = await taken(2);
  const undo = (loanId: string | null | undefined, handover: string) =>
    guard.get(api.undoHandover, {
      params: { id: loanId ?? '' },
      body: { reason: 'mistake', handover },
    });
  await undo(one?.loanId, 'hand-out');
  await bringBack(two?._id);
  await undo(two?.loanId, 'return');
  const { rows } = await campus.db.query<{ id: string; template: string }>(
    "SELECT id, template FROM notifications WHERE user_id = $1 AND template <> 'welcome'",
    [asha.user.id],
  );
  const said = await currentMessages(campus.db)(
    rows.map(({ id }) => id),
    new Date(),
  );
  const sent = rows.filter(({ id }) => said.has(id)).map(({ template }) => template);
  expect(sent.toSorted()).toEqual(['hand-out-undone', 'key-taken', 'return-undone']);
  const [left] = rows.filter(({ id, template }) => template === 'key-taken' && said.has(id));
  expect(said.get(left?.id ?? '')?.message).toContain(two?.keyNumber);
});
