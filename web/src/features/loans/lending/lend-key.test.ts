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
