import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Key } from '../keys/key.ts';
import { correctionOf, type ShownHandover, type ShownState } from './shown-result.ts';

/** A loan as a table of loans has it. */
type Row = {
  id: string;
  holder: string;
  takenAt: number;
  returnedAt: number | null;
  isCancelled: boolean;
  isDisputed: boolean;
  isRecalled: boolean;
};

/** The record of one key at a version. */
type World = { version: number; rows: readonly Row[]; condition: 'lost' | 'missing' | null };

const people = ['Asha', 'Ravi'] as const;
const acts = [
  ...['hand-out', 'hand-out', 'return', 'return', 'undo-hand-out', 'undo-return', 'undo-return'],
  ...['dispute', 'settle-returned', 'settle-corrected', 'settle-confirmed'],
  ...['recall', 'report', 'found'],
] as const;

const second = (count: number) => new Date(Date.UTC(2026, 2, 2) + count * 1000).toISOString();

/** What an act makes of the record; null if it is not possible. Its time is its version. */
function after(world: World, act: string, who: string): World | null {
  const at = world.version + 1;
  const open = world.rows.find(({ returnedAt }) => returnedAt === null);
  const last = world.rows.at(-1);
  const next = (rows: readonly Row[], condition = world.condition) => ({
    version: at,
    rows,
    condition,
  });
  const changed = (row: Row, change: Partial<Row>, condition = world.condition) =>
    next(
      world.rows.map((one) => (one === row ? { ...row, ...change } : one)),
      condition,
    );
  switch (act) {
    case 'hand-out': {
      if (open || world.condition) return null;
      const marks = { isCancelled: false, isDisputed: false, isRecalled: false };
      return next([
        ...world.rows,
        { id: `loan-${at}`, holder: who, takenAt: at, returnedAt: null, ...marks },
      ]);
    }
    case 'return':
      return open ? changed(open, { returnedAt: at }, null) : null;
    case 'undo-hand-out':
      return open && open === last ? changed(open, { returnedAt: at, isCancelled: true }) : null;
    case 'undo-return':
      return !open && last && !last.isCancelled ? changed(last, { returnedAt: null }) : null;
    case 'dispute':
      return open && !open.isDisputed ? changed(open, { isDisputed: true }) : null;
    case 'settle-returned':
      return open?.isDisputed ? changed(open, { returnedAt: at, isDisputed: false }) : null;
    case 'settle-confirmed':
      return open?.isDisputed ? changed(open, { isDisputed: false }) : null;
    case 'settle-corrected': {
      if (!open?.isDisputed) return null;
      const ended = { ...open, returnedAt: open.takenAt, isDisputed: false };
      const holder = people.find((one) => one !== open.holder) ?? '';
      const moved = { ...open, id: `loan-${at}`, holder, isDisputed: false, isRecalled: false };
      return next([...world.rows.filter((row) => row !== open), ended, moved]);
    }
    case 'recall':
      return open && !open.isRecalled ? changed(open, { isRecalled: true }) : null;
    case 'report':
      return world.condition ? null : next(world.rows, open ? 'lost' : 'missing');
    default:
      return world.condition ? next(world.rows, null) : null;
  }
}

/** The key as the API presents it to the desk, or to people who read their own loans. */
function present({ rows, version, condition }: World, atDesk: boolean): Key {
  const open = rows.find(({ returnedAt }) => returnedAt === null);
  const uses = rows.filter(({ isCancelled, returnedAt }) => !isCancelled && returnedAt !== null);
  const returns = uses.map(({ returnedAt }) => returnedAt ?? 0);
  const isNamed = open && (atDesk || !open.isDisputed);
  return {
    _id: 'key',
    keyNumber: 'CSE-107',
    status: open || condition ? 'unavailable' : 'available',
    loanId: open?.id ?? null,
    takenBy: isNamed
      ? {
          userId: open.holder,
          name: open.holder,
          ...(open.isDisputed && { disputed: true as const }),
        }
      : null,
    takenAt: open ? second(open.takenAt) : null,
    returnedAt: returns.length > 0 ? second(Math.max(...returns)) : null,
    ...(open?.isRecalled && atDesk && { recalledAt: second(version) }),
    ...(condition && { condition }),
    version,
  } as Key;
}

/** What the rows say of a handover: told by its own loan wherever that decides. */
function truth(shown: ShownHandover, world: World): ShownState {
  const own = world.rows.find(({ id }) => id === shown.loanId);
  const open = world.rows.find(({ returnedAt }) => returnedAt === null);
  if (!own) throw new Error('No such loan');
  if (shown.handover === 'return') {
    if (open && second(open.takenAt) < shown.at) return open.isDisputed ? 'disputed' : 'undone';
    if (open) return 'in-another-loan';
    const returned = world.rows.some(
      ({ isCancelled, returnedAt }) => !isCancelled && second(returnedAt ?? 0) >= shown.at,
    );
    if (!returned) return 'undone';
    return world.condition ? 'reported' : 'holds';
  }
  if (open && open !== own) return 'in-another-loan';
  if (open)
    return own.isDisputed
      ? 'disputed'
      : world.condition
        ? 'reported'
        : own.isRecalled
          ? 'recalled'
          : 'holds';
  const returned = world.rows.some(
    ({ isCancelled, returnedAt }) => !isCancelled && second(returnedAt ?? 0) >= shown.at,
  );
  return returned ? 'came-back' : 'undone';
}

/** A page with what it knows of the key, and the results that are open on it. */
type Page = { seen: Key; open: ShownHandover[]; readerId: string | undefined };

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...acts, 'read-again'),
    who: fc.constantFrom(...people),
    /** Which pages get the event before the answer, after it, or not at all. */
    arrives: fc.tuple(...[0, 1, 2].map(() => fc.constantFrom('first', 'later', 'never'))),
    knowsLoan: fc.boolean(),
  }),
  { minLength: 5, maxLength: 40 },
);

function showing(act: string, world: World, knowsLoan: boolean): ShownHandover | null {
  const handover = act === 'hand-out' ? 'hand-out' : act === 'return' ? 'return' : null;
  const row =
    handover === 'hand-out'
      ? world.rows.at(-1)
      : world.rows.find(({ returnedAt }) => returnedAt === world.version);
  if (!handover || !row) return null;
  return {
    keyId: 'key',
    keyNumber: 'CSE-107',
    handover,
    loanId: knowsLoan ? row.id : null,
    holder: { id: row.holder, name: row.holder },
    at: second(handover === 'hand-out' ? row.takenAt : (row.returnedAt ?? 0)),
    version: world.version,
  };
}

test('whatever happens, and in whichever order it is heard, an open result says what the record does', () => {
  const states = new Set<string>();
  fc.assert(
    fc.property(steps, (life) => {
      let world: World = { version: 1, rows: [], condition: null };
      const worlds = new Map([[1, world]]);
      const loans = new Map<ShownHandover, string>();
      const newPage = (readerId?: string): Page => ({
        seen: present(world, !readerId),
        open: [],
        readerId,
      });
      const pages = [newPage(), newPage('Asha'), newPage('Ravi')];
      const late: (() => void)[] = [];
      const hear = (page: Page, key: Key) => {
        if (key.version > page.seen.version) page.seen = key;
      };
      const check = () => {
        for (const { seen, open, readerId } of pages)
          for (const shown of open) {
            const version = Math.max(seen.version, shown.version ?? 0);
            const then = worlds.get(version);
            const loanId = loans.get(shown);
            if (!then || !loanId) throw new Error('No such version');
            const said = correctionOf(shown, seen, readerId);
            const state = truth({ ...shown, loanId }, then);
            states.add(`${shown.handover} ${state}`);
            // What only the desk sees.
            const own = state === 'recalled' ? 'holds' : shown.handover === 'return' && 'undone';
            const isDesks = state === 'recalled' || (state === 'disputed' && own === 'undone');
            expect(said?.state ?? 'holds').toBe(readerId && isDesks ? own : state);
            const holder = then.rows.find(({ returnedAt }) => returnedAt === null);
            const [, named] = / (?:still )?with (\w+)/.exec(said?.text ?? '') ?? [];
            if (named) expect(named === 'you' ? readerId : named).toBe(holder?.holder);
          }
      };
      for (const { act, who, arrives, knowsLoan } of life) {
        for (const arrive of late.splice(0)) arrive();
        check();
        if (act === 'read-again')
          for (const page of pages) hear(page, present(world, !page.readerId));
        const next = after(world, act, who);
        if (!next) continue;
        world = next;
        worlds.set(world.version, world);
        for (const [index, page] of pages.entries()) {
          const key = present(world, !page.readerId);
          if (arrives[index] === 'first') hear(page, key);
          if (arrives[index] === 'later') late.push(() => hear(page, key));
          const shown = showing(act, world, knowsLoan || act === 'hand-out');
          const isShown = shown && (!page.readerId || shown.holder.id === page.readerId);
          if (!isShown) continue;
          page.open.push(shown);
          loans.set(shown, showing(act, world, true)?.loanId ?? '');
          check();
        }
      }
      for (const page of pages) hear(page, present(world, !page.readerId));
      check();
    }),
    { numRuns: 2_000 },
  );
  // Each of them was met, so that none is held by chance.
  expect([...states].toSorted()).toEqual([
    'hand-out came-back',
    'hand-out disputed',
    'hand-out holds',
    'hand-out in-another-loan',
    'hand-out recalled',
    'hand-out reported',
    'hand-out undone',
    'return disputed',
    'return holds',
    'return in-another-loan',
    'return reported',
    'return undone',
  ]);
});

test('a hand-out whose loan is not known is told by its moment and its holder', () => {
  const first = after({ version: 1, rows: [], condition: null }, 'hand-out', 'Asha');
  const shown = first && showing('hand-out', first, false);
  const back = first && after(first, 'return', '');
  const again = back && after(back, 'hand-out', 'Asha');
  if (!shown || !back || !again) throw new Error('Not possible');
  const said = [first, back, again].map((world) => correctionOf(shown, present(world, true)));
  expect(said.map((one) => one?.state)).toEqual([undefined, 'came-back', 'in-another-loan']);
});

test('of a key that is not known, or as it was before, nothing else is said', () => {
  const world = after({ version: 1, rows: [], condition: null }, 'hand-out', 'Asha');
  const back = world && after(world, 'return', '');
  const shown = back && showing('return', back, true);
  if (!shown || !world) throw new Error('Not possible');
  expect(correctionOf(shown, undefined)).toBeNull();
  expect(correctionOf(shown, present(world, true))).toBeNull();
});

test('a return that was undone, and is disputed, is told so at the desk', () => {
  const first = after({ version: 1, rows: [], condition: null }, 'hand-out', 'Asha');
  const back = first && after(first, 'return', '');
  const shown = back && { ...showing('return', back, true), holder: { name: '' } };
  const undone = back && after(back, 'undo-return', '');
  const disputed = undone && after(undone, 'dispute', '');
  if (!shown || !disputed) throw new Error('Not possible');
  const said = correctionOf(shown as ShownHandover, present(disputed, true));
  expect(said).toMatchObject({
    state: 'disputed',
    contradicts: true,
    title: 'Disputed',
    text: 'Whether CSE-107 is still with Asha is disputed',
  });
});

test('a key that is recalled may be at the desk still, or handed out already', () => {
  const world = after({ version: 1, rows: [], condition: null }, 'hand-out', 'Asha');
  const shown = world && showing('hand-out', world, true);
  const recalled = world && after(world, 'recall', '');
  if (!shown || !recalled) throw new Error('Not possible');
  expect(correctionOf(shown, present(recalled, true))?.text).toBe(
    'If CSE-107 is still at the desk, keep it. If not, ask Asha to return it.',
  );
});

test('a key that is removed is not with whom it was handed to', () => {
  const world = after({ version: 1, rows: [], condition: null }, 'hand-out', 'Asha');
  const shown = world && showing('hand-out', world, true);
  if (!shown) throw new Error('Not possible');
  expect(correctionOf(shown, null)).toMatchObject({ state: 'removed', contradicts: true });
});

test('a return whose whole loan was undone says that the key was never handed out', () => {
  const key = { version: 2, loanId: null, returnedAt: null, takenBy: null } as Key;
  const shown = { keyId: '1', keyNumber: 'CSE-203', loanId: '2', holder: { name: 'Asha' } };
  expect(correctionOf({ ...shown, handover: 'return', at: second(1) }, key)).toMatchObject({
    title: 'Hand-out undone',
    text: 'CSE-203 was not handed to Asha',
  });
});
