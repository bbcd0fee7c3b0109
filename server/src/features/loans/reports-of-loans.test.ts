import { api } from '@keydesk/shared/api';
import { beforeEach, describe, expect, test } from 'vitest';
import { giveKey, loansOf, returnCode } from '../../../test/handovers.ts';
import { lent } from '../../../test/lending.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

let keyId: string;

const campus = testCampus();
const admin = campus.resident('admin');
const guard = campus.newcomer('security');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });
const vikram = campus.newcomer('faculty', { name: 'Vikram Menon' });
beforeEach(async () => {
  keyId = (await campus.key()).id;
});

async function report(kind: 'lost' | 'missing' | 'damaged', id = keyId) {
  await guard.get(api.reportKey, { params: { id }, body: { kind, note: 'Seen' } });
}

async function dispute(loanId: string) {
  await asha.get(api.disputeLoan, { params: { id: loanId } });
}

async function settle(loanId: string, resolution: string, holder?: TestClient) {
  const body = { resolution, ...(holder && { holderId: holder.user.id }) };
  await admin.get(api.settleDispute, { params: { id: loanId }, body: body as never });
}

async function undo(loanId: string, handover: 'hand-out' | 'return', reason = 'mistake') {
  const body = { reason, handover } as never;
  return guard.call(api.undoHandover, { params: { id: loanId }, body });
}

async function collect() {
  await guard.get(api.collectKey, { params: { id: keyId }, body: {} });
}

async function now() {
  return (await guard.get(api.getKey, { params: { id: keyId } })).data.key;
}

async function reports() {
  return (await admin.get(api.incidentsOfKey, { params: { id: keyId } })).data.incidents;
}

async function loanOf({ user }: TestClient) {
  const loan = (await loansOf(campus.db, keyId)).find(({ holderId }) => holderId === user.id);
  return loan?.id ?? '';
}

async function lostAndDisputed() {
  const loanId = await lent(guard, asha, keyId);
  await report('lost');
  await dispute(loanId);
  return loanId;
}

/** Taken and returned by her codes, lost in between, and the return is undone and disputed. */
async function lostAndReturned() {
  await giveKey(guard, asha, keyId);
  const loanId = await loanOf(asha);
  await report('lost');
  const { qrText } = await returnCode(asha, keyId);
  await guard.get(api.scanReturn, { body: { qrData: qrText } });
  await undo(loanId, 'return');
  expect(await now()).toMatchObject({ condition: 'lost' });
  await dispute(loanId);
  return loanId;
}

describe('what is reported of a disputed key', () => {
  test('is found when the key was back', async () => {
    await settle(await lostAndDisputed(), 'returned');
    expect(await now()).not.toHaveProperty('condition');
    expect((await reports())[0]).toMatchObject({ resolution: 'found' });
    await lent(guard, vikram, keyId);
  });

  test('is found by a return that holds again', async () => {
    await settle(await lostAndReturned(), 'returned');
    expect(await now()).not.toHaveProperty('condition');
  });

  test('is found by that return, too, when somebody else had the key since', async () => {
    await settle(await lostAndReturned(), 'corrected', vikram);
    expect(await now()).not.toHaveProperty('condition');
    expect((await reports())[0]).toMatchObject({
      resolution: 'found',
      holder: { name: 'Asha Rao' },
    });
  });

  test('follows the loan to who had the key', async () => {
    await settle(await lostAndDisputed(), 'corrected', vikram);
    expect(await now()).toMatchObject({ condition: 'lost', takenBy: { name: 'Vikram Menon' } });
    expect(await reports()).toMatchObject([{ holder: { name: 'Vikram Menon' } }]);
    const ofHers = await admin.get(api.listIncidents, { query: { holderId: asha.user.id } });
    expect(ofHers.data.incidents).toEqual([]);
  });

  test('names nobody once the key is written off', async () => {
    await lostAndDisputed();
    const [incident] = await reports();
    await admin.get(api.resolveIncident, {
      params: { id: incident?.id ?? '' },
      body: { resolution: 'written-off' },
    });
    const { body } = await guard.call(api.getKey, { params: { id: keyId } });
    expect(JSON.stringify(body)).not.toContain('Asha Rao');
  });
});

describe('what is reported of a key that was not handed over', () => {
  test.each([
    ['mistake', undefined],
    ['not-there', 'missing'],
  ])('is no loss of anybody (%s)', async (reason, condition) => {
    const loanId = await lent(guard, asha, keyId);
    await report('lost');
    await undo(loanId, 'hand-out', reason);
    expect((await now()).condition).toBe(condition);
    expect((await reports()).map(({ holder }) => holder)).not.toContainEqual(
      expect.objectContaining({ name: 'Asha Rao' }),
    );
    expect((await reports()).at(-1)).toMatchObject({ kind: 'lost', resolution: 'mistake' });
  });
});

const minutesAgo = (minutes: number) =>
  new Date(Math.floor(Date.now() / 60_000 - minutes) * 60_000).toISOString();

async function lentTwoHoursAgo(): Promise<string> {
  await admin.get(api.openPaperPeriod, { body: { from: minutesAgo(300), to: minutesAgo(0) } });
  const loanId = await lent(guard, asha, keyId);
  await campus.db.query('UPDATE loans SET taken_at = $2 WHERE id = $1', [loanId, minutesAgo(120)]);
  return loanId;
}

/** From paper: the key was returned half an hour ago. */
async function enterReturn(): Promise<void> {
  const line = { key: keyId, person: asha.user.id, outAt: minutesAgo(120), backAt: minutesAgo(30) };
  await guard.get(api.enterPaper, { body: { apply: true, lines: [line] } });
}

test('a return from paper finds a key that was reported lost after it', async () => {
  const loanId = await lentTwoHoursAgo();
  await report('lost');
  await enterReturn();
  expect(await now()).not.toHaveProperty('condition');
  await undo(loanId, 'return');
  expect(await now()).toMatchObject({ condition: 'lost' });
});

test.each([
  ['once, and somebody said that it was found', 1, undefined],
  ['again since somebody said that it was found', 2, 'lost'],
])('a return from paper is undone of a key that was reported lost %s', async (_, times, now_) => {
  const loanId = await lentTwoHoursAgo();
  await report('lost');
  const [first] = await reports();
  await guard.get(api.resolveIncident, {
    params: { id: first?.id ?? '' },
    body: { resolution: 'found' },
  });
  if (times === 2) await report('lost');
  await enterReturn();
  expect((await undo(loanId, 'return')).status).toBe(200);
  expect((await now()).condition).toBe(now_);
});

describe('whoever was found right', () => {
  test.each([
    ['corrected', vikram],
    ['returned', undefined],
    ['not-handed-over', undefined],
  ] as const)('has access for one time back (%s)', async (resolution, holder) => {
    keyId = (await campus.key({ level: 'restricted' })).id;
    await admin.get(api.addGrant, {
      body: { keyId, userId: asha.user.id, usesLeft: 1, reason: 'Once' },
    });
    const loanId = await lent(guard, asha, keyId);
    await dispute(loanId);
    if (resolution === 'not-handed-over') await collect();
    await settle(loanId, resolution, holder);
    if (resolution === 'corrected') {
      expect((await loansOf(campus.db, keyId)).find(({ id }) => id !== loanId)?.grantId).toBeNull();
      await collect();
    }
    await asha.get(api.issueCode, { body: { type: 'key-request', keyId } });
  });

  test('has it at once, on paper, too, of which they had taken the last use', async () => {
    keyId = (await campus.key({ level: 'restricted' })).id;
    await admin.get(api.addGrant, {
      body: { keyId, userId: asha.user.id, usesLeft: 2, reason: 'Twice' },
    });
    const loanId = await lent(guard, asha, keyId);
    await dispute(loanId);
    await collect();
    await lent(guard, asha, keyId);
    await collect();
    await settle(loanId, 'not-handed-over');
    const { rows } = await campus.db.query(
      'SELECT uses_left, used_up_at FROM grants WHERE key_id = $1',
      [keyId],
    );
    expect(rows).toEqual([{ uses_left: 1, used_up_at: null }]);
  });

  test('had the key not since', async () => {
    const loanId = await lent(guard, asha, keyId);
    await dispute(loanId);
    await settle(loanId, 'corrected', vikram);
    await collect();
    expect((await undo(await loanOf(vikram), 'return')).status).toBe(200);
    await collect();
  });
});
