import { api } from '@keydesk/shared/api';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { giveKey, requestCode } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';

const campus = testCampus();
const guard = campus.resident('security');
/** Another guard of the same desk, who undoes what this one did. */
const colleague = campus.resident('security');
const admin = campus.resident('admin');
const asha = campus.resident('faculty');
const ravi = campus.resident('faculty');

/** What the record should say, and where the physical key is, which only this model knows. */
type ModelKey = {
  id: string;
  home: number;
  record: 'hanging' | 'out' | 'lost' | 'missing' | 'retired';
  physicalKey: number | 'hand' | 'gone';
  loanId: string | null;
  /** A count did not see it, and no one has since. */
  unseen: boolean;
  /** What the last handover changed, as long as nothing else happened to the key. */
  undo: {
    side: 'hand-out' | 'return';
    record: ModelKey['record'];
    physicalKey: ModelKey['physicalKey'];
    unseen: boolean;
  } | null;
};

const acts = [
  ...['hand-out', 'hand-out', 'hand-out', 'collect', 'collect'],
  ...['undo-mistake', 'undo-not-there', 'report', 'found', 'write-off'],
  ...['theft', 'wrong-hook', 'count', 'count'],
] as const;
type Step = { act: string; index: number; byRavi: boolean; moves: number[] };

const campusKeys = 200;
/** Half of what happens concerns a few keys, so that much happens to them. */
const index = fc.oneof(fc.nat(9), fc.nat(campusKeys - 1));

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...acts),
    index,
    byRavi: fc.boolean(),
    moves: fc.array(index, { maxLength: 2 }),
  }),
  { minLength: 60, maxLength: 90 },
);

let run = 0;

async function newCampus(): Promise<ModelKey[]> {
  run += 1;
  const keys: ModelKey[] = [];
  for (let index = 0; index < campusKeys; index += 1) {
    const home = index % 2;
    const { id } = await campus.key({ hook: `${cabinet(home)} · ${index}` });
    keys.push({
      id,
      home,
      record: 'hanging',
      physicalKey: home,
      loanId: null,
      unseen: false,
      undo: null,
    });
  }
  return keys;
}

const cabinet = (home: number) => `Life ${run} Cabinet ${home}`;

async function openIncident(id: string) {
  const { incidents } = (await guard.get(api.incidentsOfKey, { params: { id } })).data;
  return incidents.find(({ resolvedAt }) => resolvedAt === null)?.id ?? '';
}

async function handOut(key: ModelKey, byRavi: boolean): Promise<void> {
  const holder = byRavi ? ravi : asha;
  if (key.record !== 'hanging') {
    const body = { type: 'key-request', keyId: key.id };
    const { status } = await holder.call(api.issueCode, { body });
    expect([404, 409]).toContain(status);
    return;
  }
  const { record, physicalKey, unseen } = key;
  const undo = { side: 'hand-out', record, physicalKey, unseen } as const;
  const { loanId } = await giveKey(guard, holder, key.id);
  Object.assign(key, {
    record: 'out',
    loanId,
    undo,
    unseen: false,
    ...(key.physicalKey === key.home && { physicalKey: 'hand' }),
  });
}

async function collect(key: ModelKey): Promise<void> {
  const { status } = await guard.call(api.collectKey, { params: { id: key.id }, body: {} });
  if (key.record !== 'out' && key.record !== 'lost') {
    expect([404, 409]).toContain(status);
    return;
  }
  expect(status).toBe(200);
  const { record, physicalKey } = key;
  const undo = { side: 'return', record, physicalKey, unseen: false } as const;
  Object.assign(key, {
    record: 'hanging',
    undo,
    ...(key.physicalKey === 'hand' && { physicalKey: key.home }),
  });
}

async function undo(key: ModelKey, reason: 'mistake' | 'not-there'): Promise<void> {
  const { undo: last, loanId } = key;
  if (!last || !loanId) return;
  const body = { reason, handover: last.side };
  const history = await shownHistory(key.id);
  const { status } = await colleague.call(api.undoHandover, { params: { id: loanId }, body });
  expect(status).toBe(200);
  const now = await shownHistory(key.id);
  expect(history.filter((line) => !now.includes(line))).toEqual([]);
  const isMissing = last.side === 'hand-out' && reason === 'not-there';
  const missing = { record: 'missing', unseen: false } as const;
  Object.assign(key, { ...last, ...(isMissing && missing), undo: null });
}

/** Every handover of a key that its history and the log show, whether it was undone or not. */
async function shownHistory(id: string): Promise<string[]> {
  const { loans } = (await guard.get(api.keyHistory, { params: { id } })).data;
  const { handovers } = (await guard.get(api.listHandovers, { query: { limit: '20' } })).data;
  const returns = (loan: (typeof loans)[number]) => [
    ...(loan.returnedAt && loan.returnType !== 'cancelled' ? [loan.returnedAt] : []),
    ...(loan.undone ?? []).flatMap(({ returnedAt }) => returnedAt ?? []),
  ];
  return [
    ...loans.flatMap((loan) => [loan.takenAt, ...returns(loan)].map((at) => `${loan._id} ${at}`)),
    ...handovers
      .filter(({ key }) => key.id === id)
      .map(({ kind, loanId, at }) => `${kind} ${loanId} ${at}`),
  ];
}

async function report(key: ModelKey): Promise<void> {
  const kind = key.record === 'out' ? 'lost' : 'missing';
  const { status } = await guard.call(api.reportKey, {
    params: { id: key.id },
    body: { kind, note: 'As it was found' },
  });
  const isPossible = key.record === 'out' || key.record === 'hanging';
  expect(status === 200).toBe(isPossible);
  if (isPossible) Object.assign(key, { record: kind, undo: null, unseen: false });
}

async function resolve(key: ModelKey, resolution: 'found' | 'written-off'): Promise<void> {
  if (key.record !== 'lost' && key.record !== 'missing') return;
  const id = await openIncident(key.id);
  await admin.get(api.resolveIncident, { params: { id }, body: { resolution } });
  const record =
    resolution === 'written-off' ? 'retired' : key.record === 'lost' ? 'out' : 'hanging';
  Object.assign(key, { record, undo: null, unseen: false });
}

async function count(keys: readonly ModelKey[], home: number, moves: readonly number[]) {
  const scope = { kind: 'cabinet', cabinet: cabinet(home) };
  const begun = await guard.call(api.beginCount, { body: { scope } });
  const hangs = (key: ModelKey) => key.record === 'hanging' && key.home === home;
  expect(begun.status).toBe(keys.some(hangs) ? 200 : 409);
  if (begun.status !== 200) return;
  const params = { id: (begun.body.data as { count: { id: string } }).count.id };
  const lying = keys.filter(({ physicalKey }) => physicalKey === home);
  const seen = lying.filter(({ record }) => record !== 'retired');
  if (seen.length === 0) {
    expect((await guard.call(api.closeCount, { params })).status).toBe(409);
    await guard.get(api.abandonCount, { params });
    return;
  }
  const tags = lying.map(({ id }) => formatKeyTag(id));
  await guard.get(api.scanForCount, { params, body: { tags } });
  for (const key of seen) {
    key.unseen = false;
    if (key.undo) key.undo.unseen = false;
  }
  const unnoticed = keys.filter((key) => hangs(key) && !seen.includes(key));
  const isOut = (key: ModelKey) => key.record === 'out' && key.home === home;
  const out = keys.filter((key) => isOut(key) && !seen.includes(key));
  const moved = new Set<ModelKey>();
  for (const index of moves) {
    const key = keys[index];
    if (!key || (key.record !== 'hanging' && key.record !== 'out')) continue;
    await (key.record === 'hanging' ? handOut(key, false) : collect(key));
    moved.add(key);
  }
  const unseen = unnoticed.filter((key) => !moved.has(key));
  for (const key of unseen) key.unseen = true;
  for (const { undo: last } of [...unnoticed, ...out.filter((key) => !moved.has(key))])
    if (last?.side === 'hand-out') last.unseen = true;
  const { data } = await guard.get(api.closeCount, { params });
  const still = keys.filter((key) => !moved.has(key) && key.record !== 'retired');
  const isSeen = (key: ModelKey) => seen.includes(key);
  const idsOf = (found: readonly ModelKey[]) => found.map(({ id }) => id).toSorted();
  const found = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id).toSorted();
  expect(found(data.missing)).toEqual(idsOf(unseen));
  expect(data.retired).toHaveLength(lying.length - seen.length);
  expect(found(data.hereThoughOut)).toEqual(
    idsOf(still.filter((key) => isSeen(key) && key.record !== 'hanging')),
  );
  expect(found(data.elsewhere)).toEqual(
    idsOf(still.filter((key) => isSeen(key) && key.record === 'hanging' && key.home !== home)),
  );
}

async function take(keys: ModelKey[], { act, index, byRavi, moves }: Step): Promise<void> {
  const key = keys[index];
  if (!key) return;
  if (act === 'hand-out') await handOut(key, byRavi);
  if (act === 'collect') await collect(key);
  if (act === 'undo-mistake') await undo(key, 'mistake');
  if (act === 'undo-not-there') await undo(key, 'not-there');
  if (act === 'report') await report(key);
  if (act === 'found') await resolve(key, 'found');
  if (act === 'write-off') await resolve(key, 'written-off');
  if (act === 'theft') key.physicalKey = 'gone';
  if (act === 'wrong-hook' && typeof key.physicalKey === 'number') key.physicalKey = 1 - key.home;
  if (act === 'count') await count(keys, index % 2, moves);
}

const shown = {
  hanging: { status: 'available', condition: undefined, isOut: false },
  out: { status: 'unavailable', condition: undefined, isOut: true },
  lost: { status: 'unavailable', condition: 'lost', isOut: true },
  missing: { status: 'unavailable', condition: 'missing', isOut: false },
};

async function expectRecords(keys: readonly ModelKey[]): Promise<void> {
  // A filtered list is read anew; the whole one is told of changes, and not of keys stored by a test.
  const { data } = await guard.get(api.listKeys, { query: { department: 'CSE' } });
  const listed = new Map(data.keys.map((key) => [key._id, key]));
  for (const { id, record, unseen } of keys) {
    const key = listed.get(id);
    const said = key && {
      status: key.status,
      condition: key.condition,
      isOut: key.loanId !== null,
      unseen: key.notSeenSince !== undefined,
    };
    expect(said).toEqual(record === 'retired' ? undefined : { ...shown[record], unseen });
  }
}

/** THOROUGHNESS=20 in the environment tries ten times as much. */
const isThorough = Number(process.env.THOROUGHNESS ?? 1) > 1;

test(
  'through any life each key is hanging, out, missing or retired, and counts find every planted fault and none more',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (life) => {
        await campus.db.query('DELETE FROM request_counts');
        const keys = await newCampus();
        for (const step of life) {
          await take(keys, step);
          await expectRecords(keys);
        }
      }),
      { numRuns: isThorough ? 20 : 2, endOnFailure: true },
    );
  },
  isThorough ? 600_000 : 120_000,
);

test(
  'of undoing and the next handover at once, one is done, and the record agrees with itself',
  async () => {
    for (let round = 0; round < (isThorough ? 200 : 12); round += 1) {
      await campus.db.query('DELETE FROM request_counts');
      const { id } = await campus.key();
      const { loanId } = await giveKey(guard, asha, id);
      const params = { id: loanId ?? '' };
      const undoing = (handover: 'hand-out' | 'return') =>
        guard.call(api.undoHandover, { params, body: { reason: 'mistake', handover } });
      const collecting = () => guard.call(api.collectKey, { params: { id }, body: {} });
      if (round % 2 === 0) {
        const answers = await Promise.all([undoing('hand-out'), collecting()]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      } else {
        await collecting();
        const { qrText } = await requestCode(ravi, id);
        const answers = await Promise.all([
          undoing('return'),
          guard.call(api.scanRequest, { body: { qrData: qrText } }),
        ]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      }
      const { rows } = await campus.db.query<{ open: number; overlaps: number }>(
        `SELECT count(*) FILTER (WHERE returned_at IS NULL)::int AS open,
              (SELECT count(*)::int FROM loans a JOIN loans b ON a.key_id = b.key_id AND a.id < b.id
                WHERE a.key_id = $1 AND tstzrange(a.taken_at, a.returned_at)
                                        && tstzrange(b.taken_at, b.returned_at)) AS overlaps
         FROM loans WHERE key_id = $1`,
        [id],
      );
      const { key } = (await guard.get(api.getKey, { params: { id } })).data;
      expect(rows[0]).toEqual({ open: key.loanId ? 1 : 0, overlaps: 0 });
      expect(key.status).toBe(key.loanId ? 'unavailable' : 'available');
    }
  },
  isThorough ? 600_000 : 120_000,
);
