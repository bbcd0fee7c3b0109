import { api } from '@keydesk/shared/api';
import { minuteMs } from '@keydesk/shared/core/dates';
import type { Route } from '@keydesk/shared/http/route';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { disputeResolutionNames } from '@keydesk/shared/loans/settlement';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchCode, requestCode, returnCode } from '../../../test/handovers.ts';
import { KeptHistories } from '../../../test/kept-histories.ts';
import { closePages } from '../../../test/live-page.ts';
import { OpenPage } from '../../../test/open-page.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { newPhone, visitorOf } from '../../../test/visitors.ts';

const cabinet = 'Cabinet 1';
const keysOfLife = 4;

/** A small campus on which anything may happen, watched by screens that stay open. */
type Life = {
  campus: TestApp;
  admin: TestClient;
  guards: readonly TestClient[];
  members: readonly TestClient[];
  desk: OpenPage;
  phones: readonly OpenPage[];
  keyIds: readonly string[];
  phoneNumbers: readonly string[];
  histories: KeptHistories;
  /** How often each act did something. */
  done: Map<string, number>;
};

const step = fc.record({
  act: fc.constantFrom(
    ...['code', 'code', 'code', 'lend', 'lend', 'lend', 'own-return', 'batch', 'collect'],
    ...['undo', 'undo', 'undo', 'undo', 'dispute', 'dispute', 'settle', 'settle'],
    ...['paper', 'paper', 'report', 'resolve', 'resolve', 'count'],
    ...['visitor', 'answer', 'allow', 'rename'],
  ),
  key: fc.nat(keysOfLife - 1),
  one: fc.nat(),
  other: fc.nat(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function begin(done: Life['done']): Promise<Life> {
  const campus = await startTestApp();
  const admin = await campus.person('admin');
  const guards = [await campus.person('security'), await campus.person('security')];
  const members = [
    await campus.person('faculty', { name: 'Asha Rao' }),
    await campus.person('faculty', { name: 'Ravi Kumar' }),
  ];
  const keyIds: string[] = [];
  for (let index = 0; index < keysOfLife; index += 1)
    keyIds.push((await campus.key({ hook: `${cabinet} · ${index}` })).id);
  await admin.get(api.openPaperPeriod, { body: { from: ago(600), to: ago(1) } });
  return {
    campus,
    admin,
    guards,
    members,
    keyIds,
    done,
    desk: await OpenPage.of(pick(guards, 0)),
    phones: await Promise.all(members.map((member) => OpenPage.of(member))),
    phoneNumbers: [newPhone(), newPhone()],
    histories: new KeptHistories({ guard: pick(guards, 0), admin }, campus.db, keyIds),
  };
}

function ago(minutes: number): string {
  return new Date(Math.floor(Date.now() / minuteMs) * minuteMs - minutes * minuteMs).toISOString();
}

function pick<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T;
}

/** Tries something; undefined if it was refused. That is no fault, as long as it says why. */
async function tried<R extends Route>(
  life: Life,
  act: string,
  call: { who: TestClient; route: R; params?: Record<string, string>; body?: object },
): Promise<Awaited<ReturnType<typeof call.who.get<R>>> | undefined> {
  const { who, route, params = {}, body = {} } = call;
  const answer = await who.call(route, { params, body });
  if (answer.status !== 200) {
    expect([400, 403, 404, 409, 429]).toContain(answer.status);
    expect(answer.body.error).toMatchObject({ code: expect.any(String) });
    return undefined;
  }
  life.done.set(act, (life.done.get(act) ?? 0) + 1);
  return answer.body as Awaited<ReturnType<typeof call.who.get<R>>>;
}

const acts: Record<string, (life: Life, step: Step, keyId: string) => Promise<void>> = {
  async code(life, { one, other }, keyId) {
    const holder = pick(life.members, one);
    const body = { type: 'key-request', keyId };
    const asked = await holder.call(api.issueCode, { body });
    if (asked.status !== 200) return;
    const { qrText } = await requestCode(holder, keyId);
    const call = { who: pick(life.guards, other), route: api.scanRequest };
    const given = await tried(life, 'code', { ...call, body: { qrData: qrText } });
    if (!given) return;
    const { key, requestingUser } = given.data;
    life.desk.show({ ...handOutOf(key), holder: requestingUser });
    await pick(life.phones, one).showCode('hand-out', [keyId]);
  },

  async lend(life, { one, other }, keyId) {
    const visitors = await visitorIds(life);
    const holderId = pick([...life.members.map(({ user }) => user.id), ...visitors], one);
    const isVisitor = visitors.includes(holderId);
    const who = pick(life.guards, other);
    const body = { keyId, holderId, identifiedBy: 'desk', unanswered: other % 3 > 0 };
    const lent = await tried(life, isVisitor ? 'lend-visitor' : 'lend', {
      who,
      route: api.lendKey,
      body,
    });
    if (lent) life.desk.show({ ...handOutOf(lent.data.key), holder: lent.data.holder });
  },

  async 'own-return'(life, { one, other }, keyId) {
    const holderId = await holderOf(life, keyId);
    const at = life.members.findIndex(({ user }) => user.id === holderId);
    const holder = life.members[at];
    if (!holder) return;
    const issued = await holder.call(api.issueCode, { body: { type: 'key-return', keyId } });
    if (issued.status !== 200) return;
    const { qrText } = await returnCode(holder, keyId);
    const back = await tried(life, 'own-return', {
      who: pick(life.guards, one + other),
      route: api.scanReturn,
      body: { qrData: qrText },
    });
    if (!back) return;
    const { key, loanId = null, originalUser } = back.data;
    life.desk.show({ ...returnOf(key), loanId, holder: originalUser });
    await pick(life.phones, at).showCode('return', [keyId]);
  },

  async batch(life, { one, other }) {
    const { rows } = await life.campus.db.query<{ key_id: string }>(
      `SELECT key_id FROM loans WHERE returned_at IS NULL ORDER BY key_id LIMIT $1`,
      [1 + (other % 3)],
    );
    const keyIds = rows.map(({ key_id }) => key_id);
    const bringer = pick(life.members, one);
    const issued = await bringer.call(api.issueCode, { body: { type: 'batch-return', keyIds } });
    if (issued.status !== 200) return;
    const { qrText } = await batchCode(bringer, keyIds);
    const back = await tried(life, 'batch', {
      who: pick(life.guards, other),
      route: api.batchReturn,
      body: { qrData: qrText },
    });
    if (!back) return;
    const { keys, processedAt: at } = back.data;
    for (const { keyId, keyNumber, loanId, version } of keys)
      life.desk.show({
        keyId,
        keyNumber,
        loanId,
        version,
        at,
        handover: 'return',
        holder: { name: '' },
      });
    await pick(life.phones, one).showCode('return', keyIds);
  },

  async collect(life, { one }, keyId) {
    const params = { id: keyId };
    const call = { who: pick(life.guards, one), route: api.collectKey, params };
    const loanId = await openLoan(life, keyId);
    const back = await tried(life, 'collect', call);
    if (!back) return;
    const { key, originalUser } = back.data;
    life.desk.show({ ...returnOf(key), loanId, holder: originalUser });
  },

  async undo(life, { one, other }, keyId) {
    const loanId = await latestLoan(life, keyId, one % 4 === 0 ? 1 : 0);
    const who = pick([...life.guards, life.admin], other);
    const reason = pick(['mistake', 'not-there'], one);
    const handover = pick(['hand-out', 'return', undefined], other >> 2);
    const call = { who, route: api.undoHandover, params: { id: loanId } };
    await tried(life, `undo-${reason}`, { ...call, body: { reason, handover } });
  },

  async dispute(life, { one }, keyId) {
    const params = { id: await latestLoan(life, keyId, one % 3 === 0 ? 1 : 0) };
    for (const who of life.members)
      await tried(life, 'dispute', { who, route: api.disputeLoan, params });
  },

  async settle(life, { one, other }, keyId) {
    const params = { id: await latestLoan(life, keyId, one % 3 === 0 ? 1 : 0) };
    const resolution = pick(disputeResolutionNames, other);
    const holderId = pick(life.members, one).user.id;
    const body = { resolution, ...(resolution === 'corrected' && { holderId }) };
    const call = { who: life.admin, route: api.settleDispute, params, body };
    await tried(life, `settle-${resolution}`, call);
  },

  async paper(life, { one, other }, keyId) {
    const people = [...life.members.map(({ user }) => user.id), ...(await visitorIds(life))];
    const outAt = ago(2 + (other % 300));
    const backAt = one % 3 === 0 ? null : ago(1 + (other % 2));
    const { rows } = await life.campus.db.query<{ taken_at: Date; holder_id: string }>(
      `SELECT taken_at, holder_id FROM loans WHERE key_id = $1 AND returned_at IS NULL
          AND (identified_by = 'paper' OR $2)`,
      [keyId, one % 4 === 0],
    );
    // What is out from paper comes back from paper.
    const [open] = rows;
    const line = open
      ? { person: open.holder_id, outAt: open.taken_at.toISOString(), backAt: ago(1) }
      : { person: pick(people, one), outAt, backAt };
    const who = pick(life.guards, other);
    const body = { apply: true, lines: [{ key: keyId, ...line }] };
    const entered = await tried(life, 'paper', { who, route: api.enterPaper, body });
    const outcome = entered?.data.lines[0];
    const what = `paper-${outcome?.outcome}${outcome?.returned ? '-return' : ''}`;
    life.done.set(what, (life.done.get(what) ?? 0) + 1);
  },

  async report(life, { one, other }, keyId) {
    const kind = pick(['lost', 'missing', 'damaged'], one);
    const body = { kind, note: 'As it was found' };
    const params = { id: keyId };
    const who = pick(life.guards, other);
    await tried(life, `report-${kind}`, { who, route: api.reportKey, params, body });
  },

  async resolve(life, { one }, keyId) {
    const { rows } = await life.campus.db.query<{ id: string }>(
      'SELECT id FROM incidents WHERE key_id = $1 AND resolved_at IS NULL',
      [keyId],
    );
    const resolution = one % 6 === 0 ? 'written-off' : pick(['found', 'mistake', 'repaired'], one);
    const call = {
      who: life.admin,
      route: api.resolveIncident,
      params: { id: rows[0]?.id ?? '0' },
    };
    await tried(life, `resolve-${resolution}`, { ...call, body: { resolution } });
  },

  async count(life, { one, other }) {
    const who = pick(life.guards, one);
    const begun = await tried(life, 'count', {
      who,
      route: api.beginCount,
      body: { scope: { kind: 'cabinet', cabinet } },
    });
    if (!begun) return;
    const params = { id: begun.data.count.id };
    const tags = life.keyIds.filter((_, index) => (other >> index) % 2 === 0).map(formatKeyTag);
    if (tags.length > 0)
      await tried(life, 'count-scan', { who, route: api.scanForCount, params, body: { tags } });
    await tried(life, 'count-close', { who, route: api.closeCount, params });
  },

  async visitor(life, { one, other }) {
    const sponsor = pick(life.members, one);
    const body = visitorOf(sponsor, {
      name: pick(['Suresh', 'Vikram', 'Imran'], other),
      organisation: pick(['Voltas', 'Otis'], other >> 2),
      phone: pick(life.phoneNumbers, one >> 2),
      samePerson: pick([undefined, true, false], one >> 4),
    });
    await tried(life, 'visitor', { who: pick(life.guards, other), route: api.enterVisitor, body });
  },

  async answer(life, { one, other }) {
    const { rows } = await life.campus.db.query<{ id: string; sponsor: string }>(
      'SELECT ask_id AS id, sponsor_id AS sponsor FROM visitors ORDER BY user_id',
    );
    const asked = rows[one % Math.max(1, rows.length)];
    const who = life.members.find(({ user }) => user.id === asked?.sponsor);
    if (!asked || !who) return;
    const answer = pick(['confirmed', 'refused'], other);
    const params = { id: asked.id };
    await tried(life, `answer-${answer}`, {
      who,
      route: api.answerVisitor,
      params,
      body: { answer },
    });
  },

  async allow(life, { one }) {
    const ids = await visitorIds(life);
    const call = { who: life.admin, route: api.allowVisitor, params: { id: pick(ids, one) ?? '' } };
    if (ids.length > 0) await tried(life, 'allow', call);
  },

  async rename(life, { one, other }) {
    const params = { id: pick(life.members, one).user.id };
    const name = pick(['Asha Rao', 'Asha Menon', 'Ravi Kumar', 'Ravi Nair'], other);
    await tried(life, 'rename', { who: life.admin, route: api.updateUser, params, body: { name } });
  },
};

const out = 'EXISTS (SELECT FROM loans WHERE key_id = k.id AND returned_at IS NULL)';

/** The keys with which an act can do something; of every other act, all. */
const suitable: Record<string, string> = {
  code: `NOT ${out}`,
  lend: `NOT ${out}`,
  'own-return': out,
  collect: out,
  settle: `EXISTS (SELECT FROM loans l JOIN loan_disputes d ON d.loan_id = l.id
                    WHERE key_id = k.id AND settled_at IS NULL)`,
  resolve: 'EXISTS (SELECT FROM incidents WHERE key_id = k.id AND resolved_at IS NULL)',
};

async function chooseKey({ campus, keyIds }: Life, { act, key }: Step): Promise<string> {
  const { rows } = await campus.db.query<{ id: string }>(
    `SELECT id FROM keys k WHERE id = ANY($1) AND ${suitable[act] ?? 'true'} ORDER BY id`,
    [keyIds],
  );
  return pick(rows.length > 0 ? rows.map(({ id }) => id) : keyIds, key);
}

type AnsweredKey = {
  _id: string;
  keyNumber: string;
  version: number;
  loanId: string | null;
  takenAt: string | null;
  returnedAt: string | null;
};

function handOutOf({ _id: keyId, keyNumber, version, loanId, takenAt }: AnsweredKey) {
  return { keyId, keyNumber, version, loanId, handover: 'hand-out', at: takenAt ?? '' } as const;
}

function returnOf({ _id: keyId, keyNumber, version, returnedAt }: AnsweredKey) {
  return { keyId, keyNumber, version, handover: 'return', at: returnedAt ?? '' } as const;
}

async function visitorIds({ campus }: Life): Promise<string[]> {
  const { rows } = await campus.db.query<{ id: string }>(
    'SELECT user_id AS id FROM visitors ORDER BY user_id',
  );
  return rows.map(({ id }) => id);
}

async function openLoan({ campus }: Life, keyId: string): Promise<string | null> {
  const { rows } = await campus.db.query<{ id: string }>(
    'SELECT id FROM loans WHERE key_id = $1 AND returned_at IS NULL',
    [keyId],
  );
  return rows[0]?.id ?? null;
}

async function holderOf({ campus }: Life, keyId: string): Promise<string | undefined> {
  const { rows } = await campus.db.query<{ id: string }>(
    'SELECT holder_id AS id FROM loans WHERE key_id = $1 AND returned_at IS NULL',
    [keyId],
  );
  return rows[0]?.id;
}

async function latestLoan({ campus }: Life, keyId: string, before: number): Promise<string> {
  const { rows } = await campus.db.query<{ id: string }>(
    'SELECT id FROM loans WHERE key_id = $1 ORDER BY taken_at DESC OFFSET $2 LIMIT 1',
    [keyId, before],
  );
  return rows[0]?.id ?? '0'.repeat(24);
}

/** What must have happened in so many lives that nothing is proven by standing still. */
const happens = [
  ...['code', 'lend', 'lend-visitor', 'own-return', 'batch', 'collect', 'rename', 'visitor'],
  ...['undo-mistake', 'undo-not-there', 'dispute', 'settle-returned', 'settle-corrected'],
  ...['settle-confirmed', 'paper-recorded', 'paper-recorded-return', 'report-lost'],
  ...['resolve-written-off', 'count-close', 'answer-confirmed', 'answer-refused', 'allow'],
];

/** THOROUGHNESS=20 in the environment tries twenty lives in place of one. */
const lives = Number(process.env.THOROUGHNESS ?? 1);
const done = new Map<string, number>();

test(
  'through any life every open screen agrees with the record, and no history loses a line or a name',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 70, maxLength: 90 }), async (steps) => {
        const life = await begin(done);
        const past: string[] = [];
        try {
          for (const each of steps) {
            past.push(JSON.stringify(each));
            await acts[each.act]?.(life, each, await chooseKey(life, each));
            const screens = [life.desk, ...life.phones];
            const found = await Promise.all(
              screens.map((screen) => screen.contradictions(life.campus.db)),
            );
            const wrong = { screens: found.flat(), lost: await life.histories.lost() };
            expect({ last: past.at(-1), ...wrong }).toEqual({
              last: past.at(-1),
              screens: [],
              lost: [],
            });
          }
        } finally {
          closePages();
          await life.campus.close();
        }
      }),
      { numRuns: lives, endOnFailure: true },
    );
    if (lives >= 15) expect(happens.filter((act) => !done.has(act))).toEqual([]);
  },
  lives > 1 ? 3_600_000 : 120_000,
);
