import { expect, onTestFinished, test, vi } from 'vitest';
import { updateSession } from '../../../lib/session.ts';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { performScan } from './use-scan.ts';

test('at a locked desk a tag is refused, and shows no key', async () => {
  const requests = fakeServer(() => ({ body: { success: true, data: { key: sampleKey() } } }));
  const named = { id: 'b'.repeat(24), name: 'Main Desk' };
  const begunAt = '2026-01-05T09:00:00.000Z';
  const duty = { id: named.id, guard: named, begunAt, endsAt: begunAt, locked: true };
  updateSession({ desk: { computer: named, desk: named, duty } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    updateSession({ desk: null });
  });
  const work = { task: 'read' as const, text: `KDTAG:${'a'.repeat(24)}` };
  const perform = () => performScan({ name: 'working', work }, () => undefined);
  expect(await perform()).toMatchObject({
    type: 'failed',
    failure: { code: 'DUTY_LOCKED' },
  });
  expect(requests).toEqual([]);
  updateSession({ desk: { computer: named, desk: named, duty: { ...duty, locked: false } } });
  expect((await perform()).type).toBe('key-found');
});
