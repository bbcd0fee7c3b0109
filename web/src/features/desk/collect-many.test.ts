import { afterEach, expect, test, vi } from 'vitest';
import { failure, fakeServer } from '../../lib/testing/fake-server.ts';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { collectMany } from './collect-many.ts';

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

/** A server that refuses the keys of these numbers. */
function serverWith(...refused: string[]) {
  return fakeServer(({ path }) => {
    const key = keys.find(({ _id }) => path.includes(_id));
    return key && refused.includes(key.keyNumber)
      ? { status: 409, body: failure('LOAN_CHANGED', 'This key has changed hands since.') }
      : { body: { success: true, data: { key, originalUser: { id: '', name: 'Asha Rao' } } } };
  });
}

test('each key is collected from the loan that was shown', async () => {
  const requests = serverWith();
  const progress: number[] = [];
  expect(await collectMany(keys, ' Holidays ', (done) => progress.push(done))).toEqual([]);
  expect(progress).toEqual([1, 2, 3, 4, 5, 6]);
  expect(requests.map(({ path, body }) => [path, body])).toEqual(
    keys.map(({ _id, loanId }) => [
      `/keys/${_id}/collective-return`,
      { reason: 'Holidays', loanId },
    ]),
  );
});

test('a key that is refused keeps no other from coming back, and is named', async () => {
  const requests = serverWith('202', '205');
  const failed = await collectMany(keys, '', () => undefined);
  expect(requests).toHaveLength(6);
  expect(failed.map(({ item, message }) => [item.keyNumber, message])).toEqual([
    ['202', 'This key has changed hands since.'],
    ['205', 'This key has changed hands since.'],
  ]);
});
