import type { Key } from '@keydesk/shared/keys/key';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { failure, fakeServer } from '../../../lib/testing/fake-server.ts';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import type { HandOut, TakeBack } from './handover.ts';
import { handOut, takeBack } from './handover-calls.ts';

afterEach(() => void vi.unstubAllGlobals());

const free = sampleKey({ keyNumber: '204', keyName: 'Physics Lab', hook: 'Cabinet 2 · 14' });
const holder = { id: 'a'.repeat(24), name: 'Asha Rao', email: 'asha.rao@campus.test' };
const asha = { ...holder, department: null, facultyId: null };
const out: Key = {
  ...free,
  status: 'unavailable',
  loanId: 'b'.repeat(24),
  takenBy: { userId: asha.id, name: asha.name },
  takenAt: '2026-01-05T09:00:00.000Z',
  dueAt: '2026-01-05T17:00:00.000Z',
};
const back = { ...free, returnedAt: '2026-01-05T10:00:00.000Z' };
const lentOn = {
  ...out,
  loanId: 'c'.repeat(24),
  takenBy: { userId: 'd'.repeat(24), name: 'Leela Krishnan' },
};

/** What the server answers: with data, with the status and code of a failure, or not at all. */
type Answer = object | [status: number, code: string] | 'lost';

/** A server that answers one call so, and has this key and, of its loan, this return since. */
function serve(answer: Answer, now: Key = free, returnType = 'own') {
  return fakeServer(({ method, path }) => {
    if (path.endsWith('/history'))
      return { body: { success: true, data: { loans: [{ _id: out.loanId, returnType }] } } };
    if (method === 'GET') return { body: { success: true, data: { key: now } } };
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    if (!Array.isArray(answer)) return { body: { success: true, data: answer } };
    return { status: answer[0], body: failure(answer[1], `Refused: ${answer[1]}`) };
  });
}

/** What each call leads to: a result, or a refusal with this message. */
function resultsOf<W>(
  send: (wanted: W) => Promise<object>,
  rows: Record<string, [W, Answer, Now, object | string]>,
) {
  test.each(Object.entries(rows))('%s', async (_, [wanted, answer, now, result]) => {
    serve(answer, ...now);
    if (typeof result === 'string') await expect(send(wanted)).rejects.toThrow(result);
    else expect(await send(wanted)).toMatchObject(result);
  });
}

/** The key as the server has it then, and how its loan ended. */
type Now = [key?: Key, returnType?: string];

const repeated = { repeated: true };

describe('a hand-out', () => {
  const byCode: HandOut = { text: 'KD:1' };
  const byName: HandOut = { item: free, person: asha, cardText: null };
  const byCard: HandOut = { ...byName, cardText: 'CARD-1' };
  const unseen: HandOut = { ...byName, item: { ...free, notSeenSince: '1' } };
  const away: HandOut = { ...byName, item: { ...free, awayDeskId: '2' } };
  const whileOut = { key: out, requestingUser: holder };
  const person = { personName: asha.name, person: asha };
  const { loanId, dueAt, takenAt: at } = out;
  const lent = { kind: 'handed-over', keyId: free._id, loanId, dueAt, at, ...person };
  const taken: Answer = [409, 'KEY_NOT_AVAILABLE'];
  const renamed = { ...out, keyNumber: '9' };
  resultsOf(handOut, {
    'for a code': [byCode, whileOut, [], lent],
    'for a code again': [byCode, { ...whileOut, ...repeated }, [], repeated],
    'by name': [byName, { key: out }, [], lent],
    'by card': [byCard, { key: out }, [], lent],
    'of a key with another number by now': [byName, { key: renamed }, [], { keyNumber: '9' }],
    'of a key that nobody had seen': [unseen, { key: out }, [], { wasNotSeenSince: '1' }],
    'of a key that lay elsewhere': [away, { key: out }, [], { layAtDeskId: '2' }],
    'whose answer was lost': [byName, 'lost', [out], { ...lent, ...repeated }],
    'whose answer was lost, sent again': [byName, taken, [out], { ...lent, ...repeated }],
    'that was not done': [byName, [502, 'UNKNOWN'], [free], 'Refused: UNKNOWN'],
    'of a key that others have': [byName, taken, [lentOn], 'Refused: KEY_NOT_AVAILABLE'],
  });

  test.each([
    ['for a code', byCode, { qrData: 'KD:1' }],
    ['by name', byName, { keyId: free._id, holderId: asha.id, identifiedBy: 'desk' }],
    ['by card', byCard, { keyId: free._id, cardText: 'CARD-1' }],
  ])('%s sends what the desk knows', async (_, wanted, body) => {
    const proofs = { tag: 'KDTAG:1', overrideReason: 'Fire', here: true };
    const requests = serve(whileOut);
    expect(await handOut({ ...wanted, proofs })).toMatchObject({ overrideReason: 'Fire' });
    expect(requests.map((request) => request.body)).toEqual([{ ...body, ...proofs }]);
  });
});

describe('a take-back', () => {
  const byCode: TakeBack = { item: out, text: 'KD:2' };
  const byHand: TakeBack = { item: out, reason: ' Holidays ' };
  const disputed = {
    ...out,
    takenBy: { userId: asha.id, name: asha.name, disputed: true as const },
  };
  const isBack = { key: back, originalUser: holder };
  const { loanId, keyId, hook } = { ...out, keyId: free._id };
  const returned = { kind: 'returned', keyId, hook, loanId, at: back.returnedAt };
  const collected = { ...returned, kind: 'collected', personName: asha.name };
  const notTaken: Answer = [409, 'KEY_NOT_TAKEN'];
  const changed: Answer = [409, 'LOAN_CHANGED'];
  const newHolder = 'has this key now. Leela Krishnan took it at ';
  resultsOf(takeBack, {
    'by code': [byCode, { ...isBack, waiting: 1 }, [], { ...returned, waiting: 1 }],
    'by code again': [byCode, { ...isBack, ...repeated }, [], repeated],
    'by hand': [byHand, { ...isBack, waiting: 1 }, [], { ...collected, waiting: 1 }],
    'of a disputed loan': [{ item: disputed }, isBack, [], { disputed: true }],
    'by code, back already': [byCode, notTaken, [back, 'collected'], { ...collected, ...repeated }],
    'by hand, back already': [byHand, notTaken, [back], { ...returned, ...repeated }],
    'by code, answer lost': [byCode, 'lost', [back], { ...returned, ...repeated }],
    'by hand, answer lost': [byHand, 'lost', [back, 'collected'], { ...collected, ...repeated }],
    'that was not done': [byHand, [502, 'UNKNOWN'], [out], 'Refused: UNKNOWN'],
    'by code, lent on': [byCode, changed, [lentOn], 'Refused: LOAN_CHANGED'],
    'by hand, lent on': [byHand, changed, [lentOn], newHolder],
  });

  test.each([
    ['by code', byCode, { qrData: 'KD:2' }],
    ['by hand', byHand, { reason: 'Holidays' }],
  ])('%s sends the loan that was shown', async (_, wanted, body) => {
    const requests = serve(isBack);
    await takeBack({ ...wanted, tag: 'KDTAG:1' });
    const sent = { ...body, loanId, tag: 'KDTAG:1' };
    expect(requests.map((request) => request.body)).toEqual([sent]);
  });
});
