import type { Key } from '@keydesk/shared/keys/key';
import { afterEach, expect, test, vi } from 'vitest';
import { failure, fakeServer } from '../../../lib/testing/fake-server.ts';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { collectMany } from './collect-many-dialog.tsx';

afterEach(() => void vi.unstubAllGlobals());

const keys = ['1', '2', '3', '4', '5', '6'].map((digit) =>
  sampleKey({
    _id: digit.repeat(24),
    keyNumber: `20${digit}`,
    status: 'unavailable',
    loanId: `a${digit}`.repeat(12),
    takenBy: { userId: 'b'.repeat(24), name: 'Asha Rao' },
  }),
);

const back = { loanId: null, takenBy: null, returnedAt: '2026-01-05T09:00:00.000Z' };
const lentOn = {
  loanId: 'c'.repeat(24),
  takenBy: { userId: 'd'.repeat(24), name: 'Leela Krishnan' },
  takenAt: '2026-01-05T09:05:00.000Z',
};

/** A server that does not collect the keys of these numbers, and what it knows of each. */
function serverWith(refused: Record<string, Refused> = {}) {
  return fakeServer(({ path, method }) => {
    const key = keys.find(({ _id }) => path.includes(_id));
    const { code, status, now } = refused[key?.keyNumber ?? ''] ?? {};
    if (path.endsWith('/history')) {
      const returnType = code === 'INTERNAL' ? 'collected' : 'own';
      return { body: { success: true, data: { loans: [{ _id: key?.loanId, returnType }] } } };
    }
    if (method === 'GET') return { body: { success: true, data: { key: { ...key, ...now } } } };
    return code
      ? { status: status ?? 409, body: failure(code, code) }
      : { body: { success: true, data: { key, originalUser: { id: '', name: 'Asha Rao' } } } };
  });
}

type Refused = { code: string; status?: number; now?: Partial<Key> };

test('each key is collected from the loan that was shown', async () => {
  const requests = serverWith();
  const progress: number[] = [];
  const tried = await collectMany(keys, ' Holidays ', (done) => progress.push(done));
  expect(tried.map(({ message, isBack }) => [message, isBack])).toEqual(keys.map(() => ['', true]));
  expect(progress).toEqual([1, 2, 3, 4, 5, 6]);
  expect(requests.map(({ path, body }) => [path, body])).toEqual(
    keys.map(({ _id, loanId }) => [
      `/keys/${_id}/collective-return`,
      { reason: 'Holidays', loanId },
    ]),
  );
});

test('a key that is not collected keeps no other from coming back, and says what became of it', async () => {
  serverWith({
    201: { code: 'KEY_NOT_TAKEN', now: back },
    202: { code: 'LOAN_CHANGED', now: lentOn },
    // Two answers that were lost: one call was done, the other was not.
    203: { code: 'INTERNAL', status: 502, now: back },
    204: { code: 'INTERNAL', status: 502 },
  });
  const tried = await collectMany(keys, '', () => undefined);
  const left = tried.filter(({ message }) => message);
  expect(left.map(({ item, message, isBack }) => [item.keyNumber, message, isBack])).toEqual([
    ['201', expect.stringMatching(/^Already returned at /), true],
    ['202', expect.stringMatching(/has changed hands since. Leela Krishnan took it at /), false],
    ['203', expect.stringMatching(/^Already collected at /), true],
    ['204', expect.not.stringMatching(/already|changed/i), false],
  ]);
});
