import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { CollectDialog } from './collect-dialog.tsx';

afterEach(() => void vi.unstubAllGlobals());

const key = sampleKey({ keyNumber: '204', keyName: 'Physics Lab', hook: 'Cabinet 2 · 14' });

test('what was collected is handed on with its hook and who waits, for the result', async () => {
  const returned = { ...key, returnedAt: '2026-01-05T09:00:00.000Z' };
  const originalUser = { id: 'a'.repeat(24), name: 'Asha Rao' };
  fakeServer(() => ({
    body: { success: true, data: { key: returned, originalUser, waiting: 1 } },
  }));
  const onCollected = vi.fn();
  const out = { ...key, status: 'unavailable' as const, loanId: 'b'.repeat(24) };
  renderWithQueries(
    <CollectDialog
      item={out}
      onClose={() => undefined}
      onCollected={onCollected}
      sinceText={() => ''}
    />,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Collect' }));
  await waitFor(() => expect(onCollected).toHaveBeenCalledTimes(1));
  expect(onCollected.mock.calls[0]?.[0]).toMatchObject({
    kind: 'collected',
    keyNumber: '204',
    hook: 'Cabinet 2 · 14',
    personName: 'Asha Rao',
    waiting: 1,
  });
});
