import { readFileSync } from 'node:fs';
import { api } from '@keydesk/shared/api';
import { minuteMs } from '@keydesk/shared/core/dates';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditEvents } from '../../src/db/schema.ts';
import { addRuleAbout } from '../access-rules.ts';
import { listAuditEvents } from '../audit.ts';
import { addKeyRule } from '../due-rules.ts';
import { giveKey, returnCode } from '../handovers.ts';
import { lent } from '../lending.ts';
import { testCampus } from '../test-campus.ts';
import type { TestClient } from '../test-client.ts';
import { answerTo, confirmedVisitor, entered, newPhone } from '../visitors.ts';

const page = new URL('../../../docs/what-a-guard-can-do.md', import.meta.url);

const campus = testCampus();
const guard = campus.resident('security', { name: 'Ramesh Gurung' });
const colleague = campus.resident('security', { name: 'Sunita Devi' });
const admin = campus.newcomer('admin');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });
const owner = campus.newcomer('faculty', { name: 'Meera Nair' });

let key: Awaited<ReturnType<typeof campus.key>>;
beforeEach(async () => {
  key = await campus.key();
  await admin.get(api.openPaperPeriod, { body: { from: ago(300), to: ago(1) } });
});

function ago(minutes: number): string {
  return new Date(Math.floor(Date.now() / minuteMs) * minuteMs - minutes * minuteMs).toISOString();
}

/** What an act left: the loan that it is about, if any, and the visitor's or person's id. */
type Done = {
  loanId?: string;
  holderId?: string;
  visitorId?: string;
  action: string;
  /** The handover that undoing would take back. */
  handover?: 'hand-out' | 'return';
  refused?: { status: number };
};

const about = () => ({ params: { id: key.id } });

async function undo(loanId: string, handover: 'hand-out' | 'return', reason = 'mistake') {
  await guard.get(api.undoHandover, { params: { id: loanId }, body: { reason, handover } });
}

async function paper(times: { outAt: string; backAt?: string }): Promise<string> {
  const line = { key: key.id, person: asha.user.id, ...times };
  const { data } = await guard.get(api.enterPaper, { body: { lines: [line], apply: true } });
  expect(data.lines).toMatchObject([{ outcome: 'recorded' }]);
  return data.lines[0]?.loanId ?? '';
}

/** She has had the key since then, due after so many minutes if that is said. */
async function outSince(minutes: number, dueAfter?: number): Promise<string> {
  const loanId = (await giveKey(guard, asha, key.id)).loanId ?? '';
  const dueAt = dueAfter === undefined ? null : ago(minutes - dueAfter);
  await campus.db.query(
    'UPDATE loans SET taken_at = $2, due_at = $3, grace_until = $3 WHERE id = $1',
    [loanId, ago(minutes), dueAt],
  );
  return loanId;
}

async function report(kind: string): Promise<string> {
  const body = { kind, note: 'As it was found' };
  return (await guard.get(api.reportKey, { ...about(), body })).data.incident.id;
}

async function dueTwo(): Promise<{ loanId: string; dueAt: number }> {
  await addKeyRule(admin, key.id);
  const { loanId, dueAt } = await giveKey(guard, asha, key.id);
  return { loanId: loanId ?? '', dueAt: Date.parse(dueAt ?? '') };
}

function extend(loanId: string, until: number) {
  const body = { until: new Date(until).toISOString(), reason: 'Exam' };
  return guard.call(api.extendLoan, { params: { id: loanId }, body });
}

/** How each act of the page is done, by its words there. */
const acts: Record<string, () => Promise<Done>> = {
  'Lends a key to them by name': async () => ({
    loanId: await lent(guard, asha, key.id),
    action: 'hand-out',
  }),
  async 'Lends a key to them by an ID card'() {
    const cardText = `CARD-${key.keyNumber}-8812`;
    await guard.get(api.addPersonCard, { params: { id: asha.user.id }, body: { cardText } });
    const { loanId } = (await guard.get(api.lendKey, { body: { keyId: key.id, cardText } })).data;
    return { loanId, action: 'hand-out' };
  },
  async 'Lends a key to a visitor of theirs'() {
    const holderId = await confirmedVisitor(campus, guard, asha);
    const body = { keyId: key.id, holderId, identifiedBy: 'desk' };
    const { loanId } = (await guard.get(api.lendKey, { body })).data;
    return { loanId, holderId, action: 'hand-out' };
  },
  async 'Lends a key to a visitor of theirs without an answer'() {
    const holderId = await entered(guard, asha);
    const body = { keyId: key.id, holderId, identifiedBy: 'desk', unanswered: true };
    const { loanId } = (await guard.get(api.lendKey, { body })).data;
    return { loanId, holderId, action: 'hand-out' };
  },
  async 'Enters a visitor in their name'() {
    const visitorId = await entered(guard, asha);
    return { visitorId, holderId: visitorId, action: 'enter-visitor' };
  },
  async 'Enters a visitor of theirs under another name'() {
    const phone = newPhone();
    const visitorId = await confirmedVisitor(campus, guard, asha, { phone });
    const changed = { phone, name: 'Suresh', samePerson: true };
    expect(await entered(guard, asha, changed)).toBe(visitorId);
    return { visitorId, action: 'enter-visitor' };
  },
  async 'Hands over their key against the rules'() {
    key = await campus.key({ ownerId: owner.user.id });
    await addRuleAbout(campus.db, { keyId: key.id, by: admin.user.id });
    const body = { keyId: key.id, holderId: asha.user.id, identifiedBy: 'desk' };
    const overrideReason = 'The dean rang';
    const { loanId } = (await guard.get(api.lendKey, { body: { ...body, overrideReason } })).data;
    return { loanId, action: 'override-access', handover: 'hand-out' };
  },
  async 'Collects a key from them'() {
    const loanId = (await giveKey(guard, asha, key.id)).loanId ?? '';
    await guard.get(api.collectKey, { ...about(), body: {} });
    return { loanId, action: 'take-back', handover: 'return' };
  },
  async 'Undoes a hand-out to them as a wrong scan'() {
    const loanId = (await giveKey(guard, asha, key.id)).loanId ?? '';
    await undo(loanId, 'hand-out');
    return { loanId, action: 'undo-handover' };
  },
  async 'Undoes a hand-out to them as not there'() {
    const loanId = (await giveKey(guard, asha, key.id)).loanId ?? '';
    await undo(loanId, 'hand-out', 'not-there');
    return { loanId, action: 'undo-handover' };
  },
  async 'Undoes the collection of their key'() {
    const loanId = (await giveKey(guard, asha, key.id)).loanId ?? '';
    await guard.get(api.collectKey, { ...about(), body: {} });
    await undo(loanId, 'return', 'not-there');
    return { loanId, action: 'undo-handover' };
  },
  async 'Undoes a return that their code proved'() {
    const loanId = (await giveKey(guard, asha, key.id)).loanId ?? '';
    const { qrText } = await returnCode(asha, key.id);
    await guard.get(api.scanReturn, { body: { qrData: qrText } });
    await undo(loanId, 'return', 'not-there');
    return { loanId, action: 'undo-handover' };
  },
  'Enters from paper that they took a key': async () => ({
    loanId: await paper({ outAt: ago(60) }),
    action: 'enter-from-paper',
  }),
  'Enters from paper that they had a key for a while': async () => ({
    loanId: await paper({ outAt: ago(60), backAt: ago(30) }),
    action: 'enter-from-paper',
  }),
  async 'Enters from paper that their key came back'() {
    const loanId = await outSince(60);
    await paper({ outAt: ago(60), backAt: ago(30) });
    return { loanId, action: 'enter-from-paper', handover: 'return' };
  },
  async 'Enters from paper that their late key came back in time'() {
    const loanId = await outSince(120, 60);
    await paper({ outAt: ago(120), backAt: ago(70) });
    return { loanId, action: 'enter-from-paper', handover: 'return' };
  },
  async 'Lets them keep a key for longer'() {
    const { loanId, dueAt } = await dueTwo();
    expect((await extend(loanId, dueAt + 60 * minuteMs)).status).toBe(200);
    return { loanId, action: 'extend-loan' };
  },
  async 'Makes their key due earlier'() {
    const { loanId, dueAt } = await dueTwo();
    return { loanId, action: '', refused: await extend(loanId, dueAt - 20 * minuteMs) };
  },
  async 'Reminds them of a key'() {
    const loanId = await lent(guard, asha, key.id);
    await guard.get(api.remindHolder, { params: { id: loanId } });
    return { loanId, action: 'remind-holder' };
  },
  async 'Reports a key of theirs lost'() {
    const loanId = (await giveKey(guard, asha, key.id)).loanId ?? '';
    await report('lost');
    return { loanId, action: 'report-key' };
  },
  async 'Reports a key of theirs damaged'() {
    const loanId = (await giveKey(guard, asha, key.id)).loanId ?? '';
    await report('damaged');
    return { loanId, action: 'report-key' };
  },
  async 'Settles the report of a key of theirs as found'() {
    const loanId = (await giveKey(guard, asha, key.id)).loanId ?? '';
    const id = await report('lost');
    await guard.get(api.resolveIncident, { params: { id }, body: { resolution: 'found' } });
    return { loanId, action: 'resolve-incident' };
  },
  async 'Stores an ID card as theirs'() {
    const cardText = `CARD-${key.keyNumber}-4711`;
    await guard.get(api.addPersonCard, { params: { id: asha.user.id }, body: { cardText } });
    return { action: 'add-card' };
  },
  async 'Forgets their ID cards'() {
    const params = { id: asha.user.id };
    const cardText = `CARD-${key.keyNumber}-4712`;
    await guard.get(api.addPersonCard, { params, body: { cardText } });
    await guard.get(api.endPersonCards, { params });
    return { action: 'end-cards' };
  },
};

const people: Record<string, () => TestClient> = {
  'the person': () => asha,
  'the sponsor': () => asha,
  admins: () => admin,
  "the key's owner": () => owner,
};

const names: Record<string, RegExp> = {
  'the guard': /Ramesh Gurung/,
  'the visitor': /(Ravi|Suresh) of Voltas/,
  'no name': /^((?!Ramesh Gurung).)*$/,
};

const objections: Record<string, (done: Done) => Promise<void>> = {
  async 'Not me'({ loanId = '' }) {
    expect((await asha.call(api.disputeLoan, { params: { id: loanId } })).status).toBe(200);
    for (const told of [colleague, admin])
      expect((await messagesOf(told))[0]).toMatch(
        /Asha Rao (says (they|the return)|does not vouch for)/,
      );
    const settle = (resolution: string) =>
      admin.call(api.settleDispute, { params: { id: loanId }, body: { resolution } });
    const { status } = await settle('returned');
    // It is over, as one from paper may be.
    if (status === 409) expect((await settle('not-handed-over')).status).toBe(200);
    const open = (await asha.get(api.myTakenKeys)).data.keys;
    expect(open).toEqual([]);
  },
  async Undo({ loanId = '', handover }) {
    const body = { reason: 'mistake', handover };
    const undone = await colleague.call(api.undoHandover, { params: { id: loanId }, body });
    expect(undone.status).toBe(200);
    const { loans } = (await admin.get(api.keyHistory, about())).data;
    expect(loans[0]?.undone?.[0]?.undoneBy).toMatchObject({ name: 'Sunita Devi' });
  },
  async 'Refuse the visitor'({ visitorId = '' }) {
    await asha.get(api.answerVisitor, await answerTo(campus, visitorId, 'refused'));
    const body = { keyId: key.id, holderId: visitorId, identifiedBy: 'desk' };
    expect((await guard.call(api.lendKey, { body })).status).toBe(403);
  },
  async 'The loan counts as never made'() {
    expect((await asha.get(api.myTakenKeys)).data.keys).toEqual([]);
    expect((await guard.get(api.getKey, about())).data.key.takenBy).toBeNull();
  },
  async 'An admin settles it'() {
    const { incidents } = (await admin.get(api.incidentsOfKey, about())).data;
    const [open] = incidents.filter(({ resolvedAt }) => resolvedAt === null);
    if (open)
      await admin.get(api.resolveIncident, {
        params: { id: open.id },
        body: { resolution: 'mistake' },
      });
    else await admin.get(api.endPersonCards, { params: { id: asha.user.id } });
    const [latest] = await messagesOf(asha);
    expect(latest).toMatch(open ? /mistake|never|not/ : /cards?/i);
  },
  async 'It costs them nothing'() {
    expect((await asha.get(api.myTakenKeys)).data.keys.every(({ condition }) => !condition)).toBe(
      true,
    );
  },
  async 'It is refused'({ refused }) {
    expect(refused?.status).toBe(400);
  },
};

const places: Record<string, (done: Done) => Promise<boolean>> = {
  async 'key history'({ loanId }) {
    const { loans } = (await admin.get(api.keyHistory, about())).data;
    return loans.some(({ _id }) => _id === loanId);
  },
  async "person's history"({ loanId, holderId = asha.user.id }) {
    const { loans } = (await admin.get(api.userLoans, { params: { id: holderId } })).data;
    return loans.some(({ _id }) => _id === loanId);
  },
  async handovers({ loanId }) {
    const query = { limit: '100', from: ago(300) };
    const { handovers } = (await colleague.get(api.listHandovers, { query })).data;
    return handovers.some((each) => each.loanId === loanId && each.guard.name === 'Ramesh Gurung');
  },
  async reports() {
    const { incidents } = (await admin.get(api.incidentsOfKey, about())).data;
    return incidents.some(({ reportedBy }) => reportedBy.name === 'Ramesh Gurung');
  },
  async 'audit log'({ action }) {
    const events = await listAuditEvents(campus.db, eq(auditEvents.actorId, guard.user.id));
    return events.some((event) => event.action === action);
  },
};

async function messagesOf(person: TestClient): Promise<string[]> {
  const { notifications } = (await person.get(api.listNotifications)).data;
  return notifications.map(({ message }) => message);
}

/** The rows of the page: the act, and the words of each further cell. */
const rows = readFileSync(page, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  .slice(1)
  .map((line) => line.split('|').slice(1, -1))
  .map(([act = '', ...cells]) => ({
    act: act.trim(),
    cells: cells.map((cell) => cell.split(', ').map((word) => word.trim())),
  }));

test('the page and this test name the same acts', () => {
  expect(rows.map(({ act }) => act)).toEqual(Object.keys(acts));
});

test.each(rows)('$act', async ({ act, cells }) => {
  const [told = [], named = [], objection = [], stays = []] = cells;
  const before = new Map<TestClient, number>();
  for (const person of [asha, owner, admin]) before.set(person, (await messagesOf(person)).length);
  const done = await acts[act]?.();
  if (!done) return;
  for (const [index, who] of told.filter((word) => word !== 'nobody').entries()) {
    const person = people[who]?.();
    const messages = person ? await messagesOf(person) : [];
    expect([who, messages.length]).not.toEqual([who, before.get(person as TestClient)]);
    expect([who, messages[0]]).toEqual([
      who,
      expect.stringMatching(names[named[index] ?? named[0] ?? ''] ?? /^$/),
    ]);
  }
  for (const where of stays.filter((word) => word !== 'nowhere'))
    expect([where, await places[where]?.(done)]).toEqual([where, true]);
  for (const how of objection) {
    expect(Object.keys(objections)).toContain(how);
    await objections[how]?.(done);
  }
  for (const where of stays.filter((word) => word !== 'nowhere'))
    expect([where, await places[where]?.(done)]).toEqual([where, true]);
});
