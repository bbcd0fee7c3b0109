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

/** A server that refuses the keys of these numbers, and what it knows of each. */
function serverWith(refused: Record<string, Partial<Key>> = {}) {
  return fakeServer(({ path, method }) => {
    const key = keys.find(({ _id }) => path.includes(_id));
    const now = refused[key?.keyNumber ?? ''];
    if (path.endsWith('/history')) return { body: { success: true, data: { loans: [] } } };
    if (method === 'GET') return { body: { success: true, data: { key: { ...key, ...now } } } };
    return now
      ? { status: 409, body: failure('KEY_NOT_TAKEN', 'Key is not currently taken') }
      : { body: { success: true, data: { key, originalUser: { id: '', name: 'Asha Rao' } } } };
  });
}

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
  serverWith({ 201: back, 202: {} });
  const tried = await collectMany(keys, '', () => undefined);
  const left = tried.filter(({ message }) => message);
  expect(left.map(({ item, message, isBack }) => [item.keyNumber, message, isBack])).toEqual([
    ['201', expect.stringMatching(/^Already returned at /), true],
    ['202', 'Key is not currently taken', false],
  ]);
});
