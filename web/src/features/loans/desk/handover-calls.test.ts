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

const byCode: HandOut = { text: 'KD:1' };
const byName: HandOut = { item: free, person: asha, cardText: null };
const byCard: HandOut = { ...byName, cardText: 'CARD-1' };
const handedOver = {
  kind: 'handed-over',
  keyId: free._id,
  loanId: out.loanId,
  dueAt: out.dueAt,
  at: out.takenAt,
  personName: asha.name,
  person: asha,
};
const [taken, changed] = [
  [409, 'KEY_NOT_AVAILABLE'],
  [409, 'LOAN_CHANGED'],
] as const;
const whileOut = { key: out, requestingUser: holder };

describe('a hand-out', () => {
  test.each<[string, HandOut, Answer, Key, object | string]>([
    ['for a code', byCode, whileOut, out, handedOver],
    ['for a code again', byCode, { ...whileOut, repeated: true }, out, { repeated: true }],
    ['by name', byName, { key: out }, out, handedOver],
    ['by card', byCard, { key: out }, out, handedOver],
    [
      'of a key with another number by now',
      byName,
      { key: { ...out, keyNumber: '9' } },
      out,
      { keyNumber: '9' },
    ],
    [
      'of a key that nobody had seen',
      { ...byName, item: { ...free, notSeenSince: '1' } },
      { key: out },
      out,
      { wasNotSeenSince: '1' },
    ],
    [
      'of a key that lay elsewhere',
      { ...byName, item: { ...free, awayDeskId: '2' } },
      { key: out },
      out,
      { layAtDeskId: '2' },
    ],
    [
      'against the rules',
      { ...byName, overrideReason: 'Fire' },
      { key: out },
      out,
      { overrideReason: 'Fire' },
    ],
    ['whose answer was lost', byName, 'lost', out, { ...handedOver, repeated: true }],
    [
      'whose answer was lost, sent again',
      byName,
      [...taken],
      out,
      { ...handedOver, repeated: true },
    ],
    ['that was not done', byName, [502, 'UNKNOWN'], free, 'Refused: UNKNOWN'],
    ['of a key that somebody else has', byName, [...taken], lentOn, 'Refused: KEY_NOT_AVAILABLE'],
  ])('%s', async (_, wanted, answer, now, result) => {
    serve(answer, now);
    await check(handOut(wanted), result);
  });

  test.each([
    ['for a code', byCode, { qrData: 'KD:1' }],
    ['by name', byName, { keyId: free._id, holderId: asha.id, identifiedBy: 'desk' }],
    ['by card', byCard, { keyId: free._id, cardText: 'CARD-1' }],
  ])('%s sends what the desk knows', async (_, wanted, body) => {
    const proofs = { tag: 'KDTAG:1', overrideReason: 'Fire', here: true } as const;
    const requests = serve(whileOut);
    await handOut({ ...wanted, ...proofs });
    expect(requests.map((request) => request.body)).toEqual([{ ...body, ...proofs }]);
  });
});

const byReturnCode: TakeBack = { item: out, text: 'KD:2' };
const byHand: TakeBack = { item: out, reason: ' Holidays ' };
const isBack = { key: back, originalUser: holder };
const returned = {
  kind: 'returned',
  keyId: free._id,
  hook: free.hook,
  loanId: out.loanId,
  at: back.returnedAt,
  personName: asha.name,
};
const collected = { ...returned, kind: 'collected' };
const disputed = { ...out, takenBy: { userId: asha.id, name: asha.name, disputed: true as const } };
const newHolder = /has changed hands since. Leela Krishnan took it at /;

describe('a take-back', () => {
  test.each<[string, TakeBack, Answer, Key, string, object | string | RegExp]>([
    ['by code', byReturnCode, { ...isBack, waiting: 1 }, back, 'own', { ...returned, waiting: 1 }],
    ['by code again', byReturnCode, { ...isBack, repeated: true }, back, 'own', { repeated: true }],
    ['by hand', byHand, { ...isBack, waiting: 1 }, back, 'own', { ...collected, waiting: 1 }],
    ['of a disputed loan', { item: disputed }, isBack, back, 'own', { disputed: true }],
    [
      'by code of a key that is back',
      byReturnCode,
      [409, 'KEY_NOT_TAKEN'],
      back,
      'collected',
      { ...collected, repeated: true },
    ],
    [
      'by hand of a key that is back',
      byHand,
      [409, 'KEY_NOT_TAKEN'],
      back,
      'own',
      { ...returned, repeated: true },
    ],
    [
      'by code whose answer was lost',
      byReturnCode,
      'lost',
      back,
      'own',
      { ...returned, repeated: true },
    ],
    [
      'by hand whose answer was lost',
      byHand,
      'lost',
      back,
      'collected',
      { ...collected, repeated: true },
    ],
    ['that was not done', byHand, [502, 'UNKNOWN'], out, 'own', 'Refused: UNKNOWN'],
    [
      'by code of a key that was lent on',
      byReturnCode,
      [...changed],
      lentOn,
      'own',
      'Refused: LOAN_CHANGED',
    ],
    ['by hand of a key that was lent on', byHand, [...changed], lentOn, 'own', newHolder],
  ])('%s', async (_, wanted, answer, now, returnType, result) => {
    serve(answer, now, returnType);
    await check(takeBack(wanted), result);
  });

  test.each([
    ['by code', byReturnCode, { qrData: 'KD:2' }],
    ['by hand', byHand, { reason: 'Holidays' }],
  ])('%s sends the loan that was shown', async (_, wanted, body) => {
    const requests = serve(isBack);
    await takeBack({ ...wanted, tag: 'KDTAG:1' });
    const sent = { ...body, loanId: out.loanId, tag: 'KDTAG:1' };
    expect(requests.map((request) => request.body)).toEqual([sent]);
  });
});

function check(done: Promise<object>, result: object | string | RegExp) {
  return typeof result === 'string' || result instanceof RegExp
    ? expect(done).rejects.toThrow(result)
    : expect(done).resolves.toMatchObject(result);
}
