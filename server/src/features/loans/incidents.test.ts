import { api } from '@keydesk/shared/api';
import { dayMs } from '@keydesk/shared/core/dates';
import { beforeEach, describe, expect, test } from 'vitest';
import { addRuleAbout } from '../../../test/access-rules.ts';
import { addKeyRule } from '../../../test/due-rules.ts';
import { ageLoans, batchCode, giveKey, loansOf, returnCode } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { leaseMails } from '../../core/messages/outbox.ts';

let keyId: string;
let keyNumber: string;

const campus = testCampus();
const guard = campus.resident('security', { name: 'R. Singh' });
const admin = campus.resident('admin', { name: 'Meera Iyer' });
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });
const ravi = campus.newcomer('faculty', { name: 'Ravi Kumar' });
beforeEach(async () => {
  const key = await campus.key();
  keyId = key.id;
  keyNumber = key.keyNumber;
  // Each test is everyone's first hour.
  await campus.db.query("UPDATE incidents SET reported_at = reported_at - interval '1 hour'");
});

function report(who: TestClient, body: object, id = keyId) {
  return who.call(api.reportKey, { params: { id }, body: body as never });
}

async function reported(who: TestClient, body: object, id = keyId): Promise<string> {
  const { status, body: answer } = await report(who, body, id);
  expect(status).toBe(200);
  return (answer.data as { incident: { id: string } }).incident.id;
}

function resolve(who: TestClient, id: string, body: object) {
  return who.call(api.resolveIncident, { params: { id }, body: body as never });
}

async function current(reader: TestClient = guard) {
  return (await reader.get(api.getKey, { params: { id: keyId } })).data.key;
}

async function noticesOf(person: TestClient) {
  const { notifications } = (await person.get(api.listNotifications)).data;
  return notifications.filter((notice) => notice.keyId === keyId).map(({ message }) => message);
}

async function openIncidents() {
  return (await admin.get(api.listIncidents)).data.incidents.filter(({ key }) => key.id === keyId);
}

describe('a holder who cannot find a key', () => {
  test('reports it lost: the desk is told, the loan stays open and nobody can ask for it', async () => {
    await giveKey(guard, asha, keyId);
    await reported(asha, { kind: 'lost', lastSeen: 'Canteen' });
    expect(await current(ravi)).toMatchObject({ status: 'unavailable', condition: 'lost' });
    expect(await current(ravi)).not.toHaveProperty('reportedAt');
    expect((await loansOf(campus.db, keyId))[0]?.returnedAt).toBeNull();
    for (const told of [guard, admin])
      expect((await noticesOf(told))[0]).toContain('was reported lost by Asha Rao.');
    expect(await openIncidents()).toMatchObject([
      { kind: 'lost', blocks: true, holder: { name: 'Asha Rao' }, lastSeen: 'Canteen' },
    ]);
    const body = { type: 'key-request' as const, keyId };
    expect(await ravi.call(api.issueCode, { body })).toMatchObject({
      status: 409,
      body: { message: `${keyNumber} has been reported lost.` },
    });
  });

  test('reads of a report by the desk without their own name', async () => {
    await giveKey(guard, asha, keyId);
    await reported(guard, { kind: 'lost' });
    expect((await noticesOf(asha))[0]).toMatch(/was reported lost by R\. Singh\.$/);
    expect((await noticesOf(admin))[0]).toMatch(/ With Asha Rao\.$/);
  });

  test('is heard once', async () => {
    await giveKey(guard, asha, keyId);
    await reported(asha, { kind: 'lost' });
    expect(await report(asha, { kind: 'damaged' })).toMatchObject({
      status: 409,
      body: { error: { code: 'KEY_REPORTED' } },
    });
  });

  test.each(['own code', 'batch', 'collected'])(
    'has found it when it comes back: %s',
    async (way) => {
      await giveKey(guard, asha, keyId);
      const id = await reported(asha, { kind: 'lost' });
      if (way === 'collected') await guard.get(api.collectKey, { params: { id: keyId }, body: {} });
      if (way === 'batch')
        await guard.get(api.batchReturn, {
          body: { qrData: (await batchCode(asha, [keyId])).qrText },
        });
      if (way === 'own code')
        await guard.get(api.scanReturn, {
          body: { qrData: (await returnCode(asha, keyId)).qrText },
        });
      expect(await current()).toMatchObject({ status: 'available' });
      expect(await current()).not.toHaveProperty('condition');
      const { incidents } = (await guard.get(api.incidentsOfKey, { params: { id: keyId } })).data;
      expect(incidents).toMatchObject([
        { id, resolution: 'found', resolvedBy: { name: 'R. Singh' } },
      ]);
    },
  );

  test('cannot report a key that somebody else has, nor one that hangs', async () => {
    expect((await report(asha, { kind: 'damaged' })).status).toBe(403);
    await giveKey(guard, ravi, keyId);
    for (const kind of ['lost', 'missing', 'damaged'])
      expect((await report(asha, { kind })).status).toBe(403);
    expect(await openIncidents()).toEqual([]);
  });
});

describe('a key that should hang', () => {
  test('was reported missing by the desk, and not lost', async () => {
    expect((await report(guard, { kind: 'lost' })).status).toBe(409);
    await reported(guard, { kind: 'missing' });
    expect(await current(asha)).toMatchObject({ status: 'unavailable', condition: 'missing' });
    expect((await asha.get(api.listKeys)).data.keys.find(({ _id }) => _id === keyId)).toMatchObject(
      { status: 'unavailable', condition: 'missing' },
    );
  });

  test('was reported missing by a hand-out that was undone as it was not there', async () => {
    const loanId = (await giveKey(guard, asha, keyId)).loanId ?? '';
    await guard.get(api.undoHandover, { params: { id: loanId }, body: { reason: 'not-there' } });
    expect(await current()).toMatchObject({ status: 'unavailable', condition: 'missing' });
    expect(await openIncidents()).toMatchObject([{ kind: 'missing', holder: null }]);
  });

  test('is as before when the hand-out was a mistake', async () => {
    const loanId = (await giveKey(guard, asha, keyId)).loanId ?? '';
    await guard.get(api.undoHandover, { params: { id: loanId }, body: { reason: 'mistake' } });
    expect(await current()).toMatchObject({ status: 'available' });
    expect(await openIncidents()).toEqual([]);
  });
});

test('a high-security key is reported by mail to every admin, whatever they chose and at quiet hours', async () => {
  const kinds = [{ kind: 'security' as const, push: true, mail: false }];
  await admin.get(api.putMessagePreferences, { body: { kinds } });
  const mailsOf = async (level: 'normal' | 'high') => {
    await campus.db.query('DELETE FROM mail_outbox');
    await reported(guard, { kind: 'missing' }, (await campus.key({ level })).id);
    const now = new Date(Date.now() + 1000);
    const mails = await leaseMails(campus.db, { now, limit: 10, isQuiet: true });
    return mails.filter(({ to }) => to?.address === admin.user.email).map(({ kind }) => kind);
  };
  expect(await mailsOf('high')).toEqual(['security']);
  expect(await mailsOf('normal')).toEqual([]);
});

test('a damaged key can be lent, unless whoever reports it says otherwise', async () => {
  const id = await reported(guard, { kind: 'damaged', note: 'Bent' });
  expect(await current(asha)).toMatchObject({ status: 'available', condition: 'damaged' });
  await giveKey(guard, asha, keyId);
  await guard.get(api.collectKey, { params: { id: keyId }, body: {} });
  expect(await current()).toMatchObject({ condition: 'damaged' });
  expect((await resolve(guard, id, { resolution: 'repaired' })).status).toBe(200);
  await reported(guard, { kind: 'damaged', blocks: true });
  const body = { type: 'key-request' as const, keyId };
  expect(await asha.call(api.issueCode, { body })).toMatchObject({
    status: 409,
    body: { message: `${keyNumber} has been reported damaged.` },
  });
});

describe('a damaged key that may be lent', () => {
  let id: string;
  beforeEach(async () => {
    await giveKey(guard, asha, keyId);
    id = await reported(asha, { kind: 'damaged', note: 'Bent' });
  });

  test('is reported lost in place of the damage, which is open again if that was a mistake', async () => {
    const lost = await reported(asha, { kind: 'lost', lastSeen: 'Canteen' });
    expect(await current()).toMatchObject({ status: 'unavailable', condition: 'lost' });
    expect(await openIncidents()).toMatchObject([{ id: lost, blocks: true, note: null }]);
    expect(
      (await guard.get(api.incidentsOfKey, { params: { id: keyId } })).data.incidents,
    ).toMatchObject([
      { id: lost },
      {
        id,
        kind: 'damaged',
        note: 'Bent',
        resolution: 'superseded',
        resolvedBy: { name: 'Asha Rao' },
      },
    ]);
    expect((await report(asha, { kind: 'damaged' })).status).toBe(409);
    expect((await resolve(guard, lost, { resolution: 'superseded' })).status).toBe(400);
    expect((await resolve(guard, lost, { resolution: 'mistake' })).status).toBe(200);
    expect(await current()).toMatchObject({ condition: 'damaged' });
    expect(await openIncidents()).toMatchObject([{ id, resolvedAt: null }]);
  });

  test('is missing once it turns out not to be there, and found again', async () => {
    await guard.get(api.collectKey, { params: { id: keyId }, body: {} });
    const loanId = (await giveKey(guard, ravi, keyId)).loanId ?? '';
    const undo = { reason: 'not-there' as const, handover: 'hand-out' as const };
    await guard.get(api.undoHandover, { params: { id: loanId }, body: undo });
    expect(await current()).toMatchObject({ status: 'unavailable', condition: 'missing' });
    const [missing] = await openIncidents();
    expect(missing?.kind).toBe('missing');
    expect((await resolve(guard, missing?.id ?? '', { resolution: 'found' })).status).toBe(200);
    expect(await current()).toMatchObject({ status: 'available', condition: 'damaged' });
  });
});

test('a key that is kept back for its damage stays so until that is settled', async () => {
  await reported(guard, { kind: 'damaged', blocks: true });
  expect(await report(guard, { kind: 'missing' })).toMatchObject({
    status: 409,
    body: { message: `${keyNumber} has been reported damaged.` },
  });
});

describe('an admin', () => {
  test('replaces a lost key: rules, access, requests and waits hold for the one in its place', async () => {
    const restricted = await campus.key({ level: 'restricted' });
    keyId = restricted.id;
    await addRuleAbout(campus.db, {
      keyId,
      by: admin.user.id,
      subject: 'person',
      subjectId: ravi.user.id,
    });
    await addKeyRule(admin, keyId, { amount: 45 });
    const given = { keyId, userId: asha.user.id, reason: 'Lab head' };
    await admin.get(api.addGrant, { body: { ...given, usesLeft: 2 } });
    const [uma, tara] = [await campus.person(), await campus.person()];
    const asked = {
      keyId,
      purpose: 'A lecture',
      wantedUntil: new Date(Date.now() + dayMs).toISOString(),
    };
    await uma.get(api.requestAccess, { body: asked });
    await giveKey(guard, asha, keyId);
    await tara.get(api.waitForKey, { params: { id: keyId } });
    const id = await reported(asha, { kind: 'lost' });
    const { body } = await resolve(admin, id, { resolution: 'replaced' });
    keyId = (body.data as { newKeyId: string }).newKeyId;
    const outcomeOf = async ({ user }: TestClient) => {
      const question = { params: { id: keyId }, query: { userId: user.id } };
      return (await guard.get(api.keyVerdict, question)).data.verdict.outcome;
    };
    expect(await outcomeOf(ravi)).toBe('refused');
    expect(await outcomeOf(asha)).toBe('allowed');
    expect((await noticesOf(tara))[0]).toContain('is back');
    const { requests } = (await admin.get(api.listAccessRequests)).data;
    expect(requests.filter(({ key }) => key.id === keyId)).toMatchObject([{ state: 'open' }]);
    await giveKey(guard, asha, keyId);
    const [loan] = await loansOf(campus.db, keyId);
    expect(loan?.dueAt?.getTime()).toBe((loan?.takenAt.getTime() ?? 0) + 45 * 60_000);
  });

  test('replaces a lost key: the loan ends as lost, and its number goes on with a new key', async () => {
    await giveKey(guard, asha, keyId);
    const id = await reported(asha, { kind: 'lost' });
    const remove = () => admin.call(api.deleteUser, { params: { id: asha.user.id } });
    expect((await remove()).status).toBe(409);
    const { status, body } = await resolve(admin, id, {
      resolution: 'replaced',
      lockChanged: true,
    });
    expect(status).toBe(200);
    const { newKeyId } = body.data as { newKeyId: string };
    const replaced = (await admin.get(api.getKey, { params: { id: newKeyId } })).data.key;
    expect(replaced).toMatchObject({ keyNumber, status: 'available' });
    expect(await loansOf(campus.db, keyId)).toMatchObject([{ returnType: 'lost' }]);
    expect(await noticesOf(asha)).toContainEqual(expect.stringContaining('was replaced'));
    expect((await remove()).status).toBe(200);
  });

  test('writes a missing key off, which retires it', async () => {
    const id = await reported(guard, { kind: 'missing' });
    expect((await resolve(guard, id, { resolution: 'written-off' })).status).toBe(403);
    expect((await resolve(admin, id, { resolution: 'written-off' })).status).toBe(200);
    expect((await guard.call(api.getKey, { params: { id: keyId } })).status).toBe(404);
    expect((await resolve(admin, id, { resolution: 'found' })).status).toBe(409);
  });

  test('exports every incident', async () => {
    await reported(guard, { kind: 'missing', note: '=1+1; on the board' });
    const text = String((await admin.call(api.exportIncidents)).body.text);
    expect(text).toContain(`${keyNumber},`);
    expect(text).toContain("'=1+1");
  });
});

describe('whoever reports many keys within an hour', () => {
  const keys = async (count: number) => {
    const made = [];
    for (let nth = 0; nth < count; nth += 1) made.push((await campus.key()).id);
    return made;
  };
  const toldOfMany = async (person: TestClient) =>
    (await person.get(api.listNotifications)).data.notifications
      .filter(({ template }) => template === 'many-reported')
      .map(({ message }) => message);

  test('says why with a note after ten, and the admins are told once', async () => {
    const busy = await campus.person('security', { name: 'Busy Bee' });
    const all = await keys(13);
    for (const id of all.slice(0, 10)) await reported(busy, { kind: 'missing' }, id);
    expect(await toldOfMany(admin)).toEqual([]);
    keyId = all[10] ?? '';
    for (const note of [undefined, '', '  '])
      expect(await report(busy, { kind: 'missing', note })).toMatchObject({
        status: 400,
        body: {
          error: { code: 'REPORT_NEEDS_NOTE' },
          message: 'You have reported 10 keys within an hour. Add a note to report more.',
        },
      });
    expect(await openIncidents()).toEqual([]);
    expect(await toldOfMany(admin)).toEqual([]);
    for (const id of all.slice(10))
      await reported(busy, { kind: 'missing', note: 'The cabinet is empty' }, id);
    const told =
      'Many keys were reported: 11 within an hour by Busy Bee. Each further report needs a note.';
    expect(await toldOfMany(admin)).toEqual([told]);
    expect(await toldOfMany(guard)).toEqual([]);
  });

  test('cannot get round it by reporting all at the same time', async () => {
    const busy = await campus.person('security');
    const answers = await Promise.all(
      (await keys(14)).map((id) => report(busy, { kind: 'missing' }, id)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
  });

  test('is told of, and asked for a note then, by a count or an undone hand-out too', async () => {
    const byCount = await campus.person('security', { name: 'Count Less' });
    const cabinet = 'Many';
    const hooks = await Promise.all(
      Array.from({ length: 12 }, (_, at) => campus.key({ hook: `${cabinet} · ${at}` })),
    );
    const body = { scope: { kind: 'cabinet' as const, cabinet } };
    const { id } = (await byCount.get(api.beginCount, { body })).data.count;
    const seen = { keyIds: [hooks[0]?.id ?? ''] };
    await byCount.get(api.scanForCount, { params: { id }, body: seen });
    await byCount.get(api.closeCount, { params: { id } });
    await byCount.get(api.reportUnseen, { params: { id } });
    const told = (count: number, name: string) =>
      `Many keys were reported: ${count} within an hour by ${name}. Each further report needs a note.`;
    expect(await toldOfMany(admin)).toContain(told(11, 'Count Less'));
    expect((await report(byCount, { kind: 'missing' })).status).toBe(400);

    const byUndo = await campus.person('security', { name: 'Undo All' });
    for (const key of await keys(11)) {
      const loanId = (await giveKey(byUndo, asha, key)).loanId ?? '';
      const undo = { params: { id: loanId }, body: { reason: 'not-there' as const } };
      await byUndo.get(api.undoHandover, undo);
    }
    expect(await toldOfMany(admin)).toContain(told(11, 'Undo All'));
  });

  test('needs no note any more when the hour is over', async () => {
    const busy = await campus.person('security');
    for (const id of await keys(10)) await reported(busy, { kind: 'missing' }, id);
    await campus.db.query(
      "UPDATE incidents SET reported_at = reported_at - interval '61 minutes' WHERE reported_by = $1",
      [busy.user.id],
    );
    await reported(busy, { kind: 'missing' });
  });
});

test.each<[string, object]>([
  ['no kind', {}],
  ['another kind', { kind: 'stolen' }],
  ['a long note', { kind: 'missing', note: 'x'.repeat(501) }],
  ['more than it takes', { kind: 'missing', holderId: '1' }],
])('%s is bad input', async (_, body) => {
  expect((await report(guard, body)).status).toBe(400);
  expect(await openIncidents()).toEqual([]);
});

test('an incident ends only as its kind can', async () => {
  const id = await reported(guard, { kind: 'missing' });
  expect((await resolve(admin, id, { resolution: 'repaired' })).status).toBe(400);
  expect((await resolve(admin, '0'.repeat(24), { resolution: 'found' })).status).toBe(404);
});

test('nobody is reminded by hand of a key that they lost, and the lists of what is out say why', async () => {
  const loanId = (await giveKey(guard, asha, keyId)).loanId ?? '';
  await ageLoans(campus.db, keyId, 3);
  const listed = async () => {
    const person = { params: { id: asha.user.id } };
    const { overdueLoans = [] } = (await admin.get(api.adminDashboard)).data;
    return [
      (await admin.get(api.userOverview, person)).data.openLoans,
      (await admin.get(api.userDetails, person)).data.openLoans,
      overdueLoans.filter((loan) => loan.loanId === loanId),
    ];
  };
  for (const loans of await listed()) {
    expect(loans).toMatchObject([{ loanId }]);
    expect(loans[0]).not.toHaveProperty('lost');
  }
  await reported(asha, { kind: 'lost' });
  for (const loans of await listed()) expect(loans).toMatchObject([{ loanId, lost: true }]);
  expect(await guard.call(api.remindHolder, { params: { id: loanId } })).toMatchObject({
    status: 409,
    body: { error: { code: 'KEY_REPORTED' } },
  });
});

describe('undoing a return', () => {
  async function collected(): Promise<string> {
    const loanId = (await giveKey(guard, asha, keyId)).loanId ?? '';
    await guard.get(api.collectKey, { params: { id: keyId }, body: {} });
    return loanId;
  }

  async function undone(loanId: string): Promise<number> {
    const body = { reason: 'mistake', handover: 'return' } as const;
    return (await guard.call(api.undoHandover, { params: { id: loanId }, body })).status;
  }

  async function openOfKey() {
    const { incidents } = (await guard.get(api.incidentsOfKey, { params: { id: keyId } })).data;
    return incidents.filter(({ resolvedAt }) => resolvedAt === null);
  }

  test('is possible although the key was missed and found twice since', async () => {
    const loanId = await collected();
    for (const note of ['once', 'twice'])
      await resolve(guard, await reported(guard, { kind: 'missing', note }), {
        resolution: 'found',
      });
    expect(await undone(loanId)).toBe(200);
  });

  test('opens no report that was made and settled after it', async () => {
    const loanId = await collected();
    const incidentId = await reported(guard, { kind: 'missing' });
    await resolve(guard, incidentId, { resolution: 'found' });
    expect(await undone(loanId)).toBe(200);
    expect(await openOfKey()).toEqual([]);
  });

  test('leaves the key as damaged as it was before it was missed', async () => {
    const loanId = await collected();
    await reported(guard, { kind: 'damaged' });
    await reported(guard, { kind: 'missing' });
    expect(await undone(loanId)).toBe(200);
    expect(await openOfKey()).toMatchObject([{ kind: 'damaged' }]);
  });
});
