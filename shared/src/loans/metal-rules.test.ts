import { describe, expect, test } from 'vitest';
import { AppError } from '../core/errors.ts';
import { incidentKindNames, isGone, retiresKey } from '../keys/incident-kinds.ts';
import { cabinetOf } from '../keys/key-place.ts';
import { closingProblem, judgeCounted, scanProblem } from './counts.ts';
import { reportProblem, resolutionsFor } from './incidents.ts';
import { decideUndo, isUndoable, undoMinutes } from './undo.ts';

/*
 * What the design says about counts, reports and undoing, as flat tables that were written without
 * the functions. Every test goes through all combinations of inputs that its table names, and
 * compares the list of those that are answered otherwise with an empty one.
 */

describe('a count', () => {
  // The 16 states of a key's record, in the order of the cells below.
  const records = [false, true].flatMap((isOut) =>
    [true, false].flatMap((belongsHere) =>
      ([null, 'damaged', 'lost', 'missing'] as const).map((reported) => ({
        isOut,
        belongsHere,
        reported,
      })),
    ),
  );
  const letters = { missing: 'M', hereThoughOut: 'H', elsewhere: 'E', retired: 'R' };

  // M missing, H here though out, E elsewhere, R retired, - no finding. Four groups: the key is in and belongs
  // here, in and belongs elsewhere, out and belongs here, out and belongs elsewhere. In each group:
  // not reported, damaged, lost, missing.
  test.each([
    // retired, moved, expected, seen
    [0, 0, 0, 0, '---- ---- ---- ----', 'expects nothing of a key that did not hang here'],
    [0, 0, 0, 1, '--HH EEHH HHHH HHHH', 'tells of an unexpected key that its record has elsewhere'],
    [0, 0, 1, 0, 'MM-- ---- ---- ----', 'misses a key that should hang here all the while'],
    [0, 0, 1, 1, '--HH EEHH HHHH HHHH', 'tells of an expected key whose record changed'],
    [0, 1, 0, 0, '---- ---- ---- ----', 'faults no key that moved and was neither due nor seen'],
    [0, 1, 0, 1, '---- ---- ---- ----', 'faults no key that moved and was seen though not due'],
    [0, 1, 1, 0, '---- ---- ---- ----', 'faults no key that moved and was not seen'],
    [0, 1, 1, 1, '---- ---- ---- ----', 'faults no key that moved and was seen'],
    [1, 0, 0, 0, '---- ---- ---- ----', 'passes over a retired key that was neither due nor seen'],
    [1, 0, 0, 1, 'RRRR RRRR RRRR RRRR', 'tells of a retired key that was seen though not due'],
    [1, 0, 1, 0, '---- ---- ---- ----', 'passes over a retired key that was not seen'],
    [1, 0, 1, 1, 'RRRR RRRR RRRR RRRR', 'tells of a retired key that was seen'],
    [
      1,
      1,
      0,
      0,
      '---- ---- ---- ----',
      'passes over a retired key that moved, neither due nor seen',
    ],
    [1, 1, 0, 1, 'RRRR RRRR RRRR RRRR', 'tells of a retired key that moved and was seen, not due'],
    [1, 1, 1, 0, '---- ---- ---- ----', 'passes over a retired key that moved and was not seen'],
    [1, 1, 1, 1, 'RRRR RRRR RRRR RRRR', 'tells of a retired key that moved and was seen'],
  ])('(%i%i%i%i %s) %s', (retired, moved, expected, seen, cells) => {
    const wanted = cells.replaceAll(' ', '');
    const others = records.flatMap((record, i) => {
      const finding = judgeCounted({
        ...record,
        retired: retired === 1,
        moved: moved === 1,
        expected: expected === 1,
        seen: seen === 1,
        seenElsewhere: false,
      });
      const got = finding === null ? '-' : letters[finding];
      return got === wanted[i] ? [] : [`${JSON.stringify(record)}: ${got}, not ${wanted[i]}`];
    });
    expect(others).toEqual([]);
  });

  test('misses no key that another count saw meanwhile', () => {
    const key = { retired: false, moved: false, expected: true, seen: false, seenElsewhere: true };
    expect(records.map((record) => judgeCounted({ ...record, ...key }))).toEqual(
      records.map(() => null),
    );
  });

  test('takes three scans for each of its keys, and closes once it has seen one', () => {
    const [last, more] = [6, 7].map((scans) => scanProblem({ keys: 2, scans })?.message);
    expect([last, more]).toEqual([undefined, expect.stringContaining('6')]);
    const closing = [0, 1].map((seen) => closingProblem({ seen })?.code);
    expect(closing).toEqual(['COUNT_NOTHING_SEEN', undefined]);
  });

  test.each([
    ['Cabinet 2 · 14', 'Cabinet 2'],
    ['Cabinet 2 · left · 14', 'Cabinet 2 · left'],
    ['14', null],
    [' · 14', null],
    [null, null],
  ])('takes the cabinet of the hook %j for %j', (hook, cabinet) => {
    expect(cabinetOf(hook)).toBe(cabinet);
  });
});

describe('a report', () => {
  const where = {
    'that hangs': { holderId: null, isOut: false },
    'that they have': { holderId: 'me', isOut: true },
    'that another has': { holderId: 'other', isOut: true },
    'that is out with nobody sure': { holderId: null, isOut: true },
  };
  const open = [
    null,
    { kind: 'lost', blocks: true },
    { kind: 'missing', blocks: true },
    { kind: 'damaged', blocks: true },
    { kind: 'damaged', blocks: false },
  ] as const;
  // By the code; 'forbidden' is any refusal with 403, and 'refused' any at all, where the design
  // does not say which reason comes first.
  const said = 'KEY_REPORTED';
  const no = ['forbidden', 'forbidden', 'forbidden', 'forbidden', 'forbidden'];
  const isIn = ['LOST_IS_OUT', 'refused', 'refused', 'refused', 'refused'];
  const isOut = ['MISSING_IS_IN', 'refused', 'refused', 'refused', 'refused'];
  const gone = ['accepted', said, said, said, 'accepted'];
  const once = ['accepted', said, said, said, said];

  // The cells: nothing reported yet, reported lost, missing, damaged and kept back, damaged.
  test.each([
    ['the desk', 'lost', 'that hangs', isIn],
    ['the desk', 'lost', 'that they have', gone],
    ['the desk', 'lost', 'that another has', gone],
    ['the desk', 'lost', 'that is out with nobody sure', gone],
    ['the desk', 'missing', 'that hangs', gone],
    ['the desk', 'missing', 'that they have', isOut],
    ['the desk', 'missing', 'that another has', isOut],
    ['the desk', 'missing', 'that is out with nobody sure', isOut],
    ['the desk', 'damaged', 'that hangs', once],
    ['the desk', 'damaged', 'that they have', once],
    ['the desk', 'damaged', 'that another has', once],
    ['the desk', 'damaged', 'that is out with nobody sure', once],
    ['somebody', 'lost', 'that hangs', no],
    ['somebody', 'lost', 'that they have', gone],
    ['somebody', 'lost', 'that another has', no],
    ['somebody', 'lost', 'that is out with nobody sure', no],
    ['somebody', 'missing', 'that hangs', no],
    ['somebody', 'missing', 'that they have', no],
    ['somebody', 'missing', 'that another has', no],
    ['somebody', 'missing', 'that is out with nobody sure', no],
    ['somebody', 'damaged', 'that hangs', no],
    ['somebody', 'damaged', 'that they have', once],
    ['somebody', 'damaged', 'that another has', no],
    ['somebody', 'damaged', 'that is out with nobody sure', no],
  ] as const)('by %s of a %s key %s is answered as designed', (who, kind, place, cells) => {
    const others = open.flatMap((reported, i) => {
      const error = reportProblem({ keyNumber: 'A-101', ...where[place], open: reported }, kind, {
        userId: 'me',
        isDesk: who === 'the desk',
      });
      const got = error?.code ?? 'accepted';
      const isAsDesigned =
        cells[i] === 'refused'
          ? error instanceof AppError
          : cells[i] === 'forbidden'
            ? error?.status === 403
            : got === cells[i];
      return isAsDesigned ? [] : [`open ${reported?.kind}: ${got}, not ${cells[i]}`];
    });
    expect(others).toEqual([]);
  });

  test.each([
    ['lost', 'missing', 'A-101 has been reported missing.'],
    ['lost', 'damaged', 'A-101 has been reported damaged.'],
    ['damaged', 'lost', 'A-101 has been reported lost.'],
  ] as const)('of a %s key says that it has been reported %s already', (kind, already, words) => {
    const key = {
      keyNumber: 'A-101',
      holderId: 'other',
      isOut: true,
      open: { kind: already, blocks: true },
    };
    const error = reportProblem(key, kind, { userId: 'me', isDesk: true });
    expect([error?.status, error?.message]).toEqual([409, words]);
  });

  test.each([
    ['lost', true, 'blocks'],
    ['missing', true, 'blocks'],
    ['damaged', false, 'does not block'],
  ] as const)('that a key is %s (%s) by itself %s the key', (kind, blocks, _effect) => {
    expect(isGone(kind)).toBe(blocks);
  });

  test.each([
    ['the desk', 'lost', ['found', 'mistake']],
    ['the desk', 'missing', ['found', 'mistake']],
    ['the desk', 'damaged', ['mistake', 'repaired']],
    ['an admin', 'lost', ['found', 'mistake', 'replaced', 'written-off']],
    ['an admin', 'missing', ['found', 'mistake', 'replaced', 'written-off']],
    ['an admin', 'damaged', ['mistake', 'repaired', 'replaced', 'written-off']],
  ] as const)('lets %s end that a key is %s as %j', (who, kind, ends) => {
    expect(resolutionsFor(kind, who === 'an admin').toSorted()).toEqual(ends);
  });

  test.each([
    ['found', false],
    ['replaced', true],
    ['repaired', false],
    ['written-off', true],
    ['mistake', false],
  ] as const)('that ends as %s retires the key: %s', (resolution, retires) => {
    expect(retiresKey(resolution)).toBe(retires);
  });

  test('is of one of three kinds', () => {
    expect([...incidentKindNames].toSorted()).toEqual(['damaged', 'lost', 'missing']);
  });
});

describe('undoing', () => {
  const now = new Date('2025-01-02T12:00:00.000Z');

  function before(ms: number) {
    return new Date(now.getTime() - ms);
  }

  // The very end of the fifteenth minute is left open.
  const ages = [
    ['at once', 0, true],
    ['just before 15 minutes', 899_999, true],
    ['just after 15 minutes', 900_001, false],
    ['a day later', 86_400_000, false],
  ] as const;

  // Where a handover was recorded; where I am; whether I am an admin, and whether the campus has one
  // desk; whether I may undo it. Who recorded it is nowhere asked.
  const places = [
    ['desk-1', 'desk-1', false, false, true],
    ['desk-1', 'desk-2', false, false, false],
    ['desk-1', null, false, false, false],
    ['desk-1', 'desk-2', true, false, true],
    ['desk-1', null, true, false, true],
    ['desk-1', 'desk-2', false, true, true],
    ['desk-1', null, false, true, true],
    // The record does not know where.
    [null, 'desk-1', false, false, true],
    [null, null, false, false, true],
    [null, null, false, true, true],
    [null, null, true, false, true],
  ] as const;

  const gone = 'HANDED_SINCE';
  const disputed = 'UNDO_DISPUTED';
  const back = 'CAME_BACK_SINCE';
  const again = 'undone-before';

  // The loan, what is to be undone, which of the two that is, and the answer in time at the desk
  // that did it: as it stands, disputed, handed to another since, both. 'refused' is any refusal;
  // 'nothing' is one, or undone before.
  const rows = [
    ['is open', undefined, 'hand-out', 'cancel', disputed, gone, 'refused'],
    ['is open', 'hand-out', 'hand-out', 'cancel', disputed, gone, 'refused'],
    ['is open', 'return', 'return', again, 'nothing', 'nothing', 'nothing'],
    ['ended as own', undefined, 'return', 'reopen', disputed, gone, 'refused'],
    ['ended as own', 'hand-out', 'hand-out', back, 'refused', gone, 'refused'],
    ['ended as own', 'return', 'return', 'reopen', disputed, gone, 'refused'],
    ['ended as collected', undefined, 'return', 'reopen', disputed, gone, 'refused'],
    ['ended as collected', 'hand-out', 'hand-out', back, 'refused', gone, 'refused'],
    ['ended as collected', 'return', 'return', 'reopen', disputed, gone, 'refused'],
    ['ended as volunteer', undefined, 'return', 'reopen', disputed, gone, 'refused'],
    ['ended as volunteer', 'hand-out', 'hand-out', back, 'refused', gone, 'refused'],
    ['ended as volunteer', 'return', 'return', 'reopen', disputed, gone, 'refused'],
    ['ended as batch', undefined, 'return', 'reopen', disputed, gone, 'refused'],
    ['ended as batch', 'hand-out', 'hand-out', back, 'refused', gone, 'refused'],
    ['ended as batch', 'return', 'return', 'reopen', disputed, gone, 'refused'],
    // The key was written off or replaced: nothing came back that might not be here.
    ['ended as lost', undefined, 'return', 'nothing', 'nothing', 'nothing', 'nothing'],
    ['ended as lost', 'hand-out', 'hand-out', 'refused', 'refused', 'refused', 'refused'],
    ['ended as lost', 'return', 'return', 'nothing', 'nothing', 'nothing', 'nothing'],
    ['ended as cancelled', undefined, 'hand-out', again, 'nothing', 'nothing', 'nothing'],
    ['ended as cancelled', 'hand-out', 'hand-out', again, 'nothing', 'nothing', 'nothing'],
    ['ended as cancelled', 'return', 'return', 'CANCELLED_SINCE', 'refused', 'refused', 'refused'],
  ] as const;
  const returnTypeOf = {
    'is open': null,
    'ended as own': 'own',
    'ended as collected': 'collected',
    'ended as volunteer': 'volunteer',
    'ended as batch': 'batch',
    'ended as lost': 'lost',
    'ended as cancelled': 'cancelled',
  } as const;
  const circumstances = [
    { dispute: null, handedSince: null },
    { dispute: { settledAt: null }, handedSince: null },
    { dispute: null, handedSince: 'Arvind Nair' },
    { dispute: { settledAt: null }, handedSince: 'Arvind Nair' },
  ];

  type Row = (typeof rows)[number];
  type Place = (typeof places)[number];

  function verdict(row: Row, nth: number, place: Place, age: number) {
    const [state, handover, which] = row;
    const [deskId, at, isAdmin, isOnlyDesk, isMine] = place;
    const circumstance = circumstances[nth];
    if (!circumstance) throw new Error(`No circumstance ${nth}`);
    const isReturn = which === 'return';
    const isOver = state !== 'is open';
    // The other end of the loan has the opposite answer, so that to read it instead shows.
    const other = isMine ? 'desk-9' : at;
    const [takenAtDesk, returnedAtDesk] = isReturn ? [other, deskId] : [deskId, other];
    return decideUndo(
      {
        keyNumber: 'A-101',
        takenAt: before(isReturn ? age + 172_800_000 : age),
        returnedAt: isOver ? before(isReturn ? age : 0) : null,
        returnType: returnTypeOf[state],
        deskId: takenAtDesk,
        returnDeskId: isOver ? returnedAtDesk : null,
        recordedAt: null,
        returnRecordedAt: null,
        holderRemoved: false,
        identifiedBy: 'code',
        undoneOfLate: 0,
        ...circumstance,
      },
      { isAdmin, deskId: at, isOnlyDesk },
      handover,
      now,
    );
  }

  function meets(answer: ReturnType<typeof decideUndo>, wanted: string) {
    const got = answer.outcome === 'refused' ? answer.error.code : answer.outcome;
    const isChange = got === 'cancel' || got === 'reopen';
    const isRefused = answer.outcome === 'refused';
    const isAsDesigned =
      wanted === 'nothing' ? !isChange : wanted === 'refused' ? isRefused : got === wanted;
    return isAsDesigned ? [] : [`${got}, not ${wanted}`];
  }

  // Elsewhere or too late nothing is undone; the reason is told where it is the only one.
  function wantedOf(wanted: string, isMine: boolean, isInTime: boolean) {
    if (isMine && isInTime) return wanted;
    if (wanted === 'undone-before' || wanted === 'nothing') return 'nothing';
    if (wanted !== 'cancel' && wanted !== 'reopen') return 'refused';
    if (isMine) return 'UNDO_TOO_LATE';
    return isInTime ? 'UNDO_ELSEWHERE' : 'refused';
  }

  test.each(rows.map((row) => ({ state: row[0], handover: row[1] ?? 'latest handover', row })))(
    'the $handover of a loan that $state is answered as designed',
    ({ row }) => {
      const cells = [row[3], row[4], row[5], row[6]];
      const others = cells.flatMap((cell, nth) =>
        places.flatMap((place) =>
          ages.flatMap(([when, age, isInTime]) =>
            meets(verdict(row, nth, place, age), wantedOf(cell, place[4], isInTime)).map(
              (text) => `${JSON.stringify([circumstances[nth], place, when])}: ${text}`,
            ),
          ),
        ),
      );
      expect(others).toEqual([]);
    },
  );

  test.each([rows[3], rows[4]].map((row) => ({ handover: row[1] ?? 'return', row })))(
    'names who has had the key since, of a $handover',
    ({ row }) => {
      const answer = verdict(row, 2, places[0], 0);
      if (answer.outcome !== 'refused') throw new Error(answer.outcome);
      expect([answer.error.status, answer.error.message]).toEqual([
        409,
        'A-101 has already been handed out to Arvind Nair.',
      ]);
    },
  );

  test.each([
    ['return', 'HOLDER_REMOVED'],
    ['hand-out', 'cancel'],
  ] as const)('of the %s of somebody who was removed is answered: %s', (handover, wanted) => {
    const isOver = handover === 'return';
    const answer = decideUndo(
      {
        keyNumber: 'A-101',
        takenAt: before(60_000),
        dispute: null,
        handedSince: null,
        holderRemoved: true,
        identifiedBy: 'code',
        undoneOfLate: 0,
        recordedAt: null,
        returnRecordedAt: null,
        returnedAt: isOver ? now : null,
        returnType: isOver ? 'own' : null,
        deskId: 'desk-1',
        returnDeskId: isOver ? 'desk-1' : null,
      },
      { isAdmin: true, deskId: 'desk-1', isOnlyDesk: true },
      handover,
      now,
    );
    expect(answer.outcome === 'refused' ? answer.error.code : answer.outcome).toBe(wanted);
  });

  test.each([
    ['that is still out', null, undefined, 'cancel'],
    ['that is over', 60, undefined, 'cancel'],
    ['that is over', 60, 'hand-out', 'cancel'],
    ['that is over', 60, 'return', 'PAPER_LINE_WHOLE'],
    ['that came back later', 0, undefined, 'reopen'],
    ['that came back later', 0, 'hand-out', back],
  ] as const)('counts of a line from paper %s since it was entered', (_, ago, handover, wanted) => {
    const minutes = (count: number) => before(count * 60_000);
    const answers = [15, 15.1].map((entered) =>
      decideUndo(
        {
          keyNumber: 'A-101',
          takenAt: minutes(120),
          dispute: null,
          handedSince: null,
          holderRemoved: false,
          identifiedBy: 'code',
          undoneOfLate: 0,
          returnedAt: ago === null ? null : minutes(ago),
          returnType: ago === null ? null : 'collected',
          deskId: 'desk-1',
          returnDeskId: 'desk-1',
          recordedAt: minutes(entered),
          returnRecordedAt: ago ? minutes(entered) : null,
        },
        { isAdmin: false, deskId: 'desk-1', isOnlyDesk: false },
        handover,
        now,
      ),
    );
    const [inTime, late] = answers.map((answer) =>
      answer.outcome === 'refused' ? answer.error.code : answer.outcome,
    );
    expect(inTime).toBe(wanted);
    expect(late).toBe(ago === 0 || wanted === 'PAPER_LINE_WHOLE' ? wanted : 'UNDO_TOO_LATE');
  });

  test.each([
    [2, false, 'cancel'],
    [3, false, 'UNDO_TOO_OFTEN'],
    [3, true, 'cancel'],
  ])('after %i undos of key and holder within the hour, by an admin: %s, is %s', (...row) => {
    const [undoneOfLate, isAdmin, wanted] = row;
    const answer = decideUndo(
      {
        keyNumber: 'A-101',
        takenAt: before(60_000),
        dispute: null,
        handedSince: null,
        holderRemoved: false,
        identifiedBy: 'code',
        undoneOfLate,
        returnedAt: null,
        returnType: null,
        deskId: 'desk-1',
        returnDeskId: null,
        recordedAt: null,
        returnRecordedAt: null,
      },
      { isAdmin, deskId: 'desk-1', isOnlyDesk: false },
      'hand-out',
      now,
    );
    expect(answer.outcome === 'refused' ? answer.error.code : answer.outcome).toBe(wanted);
  });

  test.each(ages)('%s (%i ms) is offered: %s', (_, age, isInTime) => {
    expect(isUndoable(before(age).getTime(), now.getTime())).toBe(isInTime);
  });

  test('is possible for 15 minutes', () => {
    expect(undoMinutes).toBe(15);
  });
});
