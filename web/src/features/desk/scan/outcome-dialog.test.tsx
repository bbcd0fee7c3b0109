import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { HandoverResult } from '../../../lib/handover-result.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { OutcomeDialog } from './outcome-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const outcome: HandoverResult = {
  kind: 'returned',
  keyId: 'a'.repeat(24),
  keyNumber: '204',
  keyName: 'Physics Lab',
  personName: 'Asha Rao',
  at: '2026-01-05T09:00:00.000Z',
};

test('a second Enter for the step before does not close a result that nobody has read', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const onClose = vi.fn();
  renderWithQueries(<OutcomeDialog outcome={outcome} onClose={onClose} closeLabel="Done" />);
  const done = screen.getByRole('button', { name: 'Done' });
  await act(() => vi.advanceTimersByTimeAsync(300));
  fireEvent.click(done);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(done, { detail: 1 });
  expect(onClose).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(300));
  fireEvent.click(done);
  expect(onClose).toHaveBeenCalledTimes(2);
});
