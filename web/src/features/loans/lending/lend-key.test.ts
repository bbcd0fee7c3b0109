import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { lendKey } from './use-lending.ts';

afterEach(() => void vi.unstubAllGlobals());

test('the result shows the key as it was lent, whatever it was called when it was chosen', async () => {
  const item = sampleKey({ keyNumber: 'ECE-302', keyName: 'Office', hook: 'Cabinet 1 · 2' });
  const renamed = { keyNumber: 'ECE-399', keyName: 'Archive', hook: 'Cabinet 1 · 3' };
  const takenAt = '2026-01-05T09:00:00.000Z';
  const data = { key: { ...item, ...renamed, takenAt }, loanId: 'b'.repeat(24) };
  fakeServer(() => ({ body: { success: true, data } }));
  const person = { id: 'a'.repeat(24), name: 'Vikram Menon', email: 'v@campus.test' };
  const chosen = { item, person: { ...person, department: null, facultyId: null } };
  expect(await lendKey({ ...chosen, cardText: null, tag: null }, false)).toMatchObject({
    ...renamed,
    at: takenAt,
  });
});

test('after a lost answer, what was lent then is told with its due time', async () => {
  const person = { id: 'a'.repeat(24), name: 'Vikram Menon', email: 'v@campus.test' };
  const holder = { userId: person.id, name: person.name };
  const since = '2026-01-05T09:00:00.000Z';
  const dueAt = '2026-01-05T17:00:00.000Z';
  const item = sampleKey({ keyNumber: 'ECE-302' });
  const out = {
    key: { keyId: item._id, keyNumber: 'ECE-302', keyName: item.keyName },
    holder,
    since,
  };
  const failed = { success: false, message: '' };
  fakeServer(({ method }) =>
    method === 'GET'
      ? { body: { success: true, data: { key: { ...item, takenBy: holder, dueAt } } } }
      : { status: 409, body: { ...failed, error: { code: 'KEY_NOT_AVAILABLE', details: out } } },
  );
  const chosen = { item, person: { ...person, department: null, facultyId: null } };
  expect(await lendKey({ ...chosen, cardText: null, tag: null }, true)).toMatchObject({
    repeated: true,
    at: since,
    dueAt,
  });
});
