import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import type { HandoverResult, KeyHandover } from './handover-result.ts';
import { HandoverResultDialog } from './handover-result-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const outcome: KeyHandover = {
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
  renderWithQueries(<HandoverResultDialog outcome={outcome} onClose={onClose} closeLabel="Done" />);
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

/** A result that appears when the button behind it is pressed. */
function PageWithResult() {
  const [shown, setShown] = useState<HandoverResult | null>(null);
  return (
    <main id="page" tabIndex={-1}>
      <button type="button" onClick={() => setShown(outcome)}>
        End duty
      </button>
      <HandoverResultDialog outcome={shown} onClose={() => setShown(null)} closeLabel="Done" />
    </main>
  );
}

test('a result stays until somebody closes it; then what opened it has the focus', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderWithQueries(<PageWithResult />);
  const behind = screen.getByRole('button', { name: 'End duty' });
  behind.focus();
  fireEvent.click(behind);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Done'));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  fireEvent.click(screen.getByRole('button', { name: 'Done' }), { detail: 1 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(behind);
});

const outNow: KeyHandover = {
  ...outcome,
  kind: 'handed-over',
  loanId: 'b'.repeat(24),
  at: new Date().toISOString(),
};

test('whoever took a key can be lent another one, unless it was recorded before', () => {
  const person = { id: 'c'.repeat(24), name: 'Asha Rao', email: 'asha.rao@campus.test' };
  const taken = { ...outNow, person: { ...person, department: null, facultyId: null } };
  const onAnother = vi.fn();
  const offered = (given: HandoverResult, lends = true) => {
    cleanup();
    renderWithQueries(
      <HandoverResultDialog
        outcome={given}
        onClose={() => undefined}
        closeLabel="Done"
        onAnother={lends ? onAnother : undefined}
      />,
    );
    return screen.queryByRole('button', { name: 'Another key for Asha Rao' });
  };
  expect(offered({ ...taken, repeated: true })).toBeNull();
  expect(offered(outcome)).toBeNull();
  expect(offered(taken, false)).toBeNull();
  const another = offered(taken);
  if (another) fireEvent.click(another);
  expect(onAnother).toHaveBeenCalledExactlyOnceWith(taken.person);
});

test('a hand-out can be undone as long as its result is fresh, and one recorded before cannot', () => {
  const shown = (given: HandoverResult) => {
    cleanup();
    renderWithQueries(
      <HandoverResultDialog outcome={given} onClose={() => undefined} closeLabel="Done" />,
    );
    return screen.queryByRole('button', { name: 'Undo: key 204' });
  };
  expect(shown(outNow)).not.toBeNull();
  expect(shown({ ...outNow, repeated: true })).toBeNull();
  expect(shown({ ...outNow, at: new Date(Date.now() - 16 * 60_000).toISOString() })).toBeNull();
});

test('a key that a count had not found was so until it was handed over', () => {
  const given = { ...outNow, wasNotSeenSince: new Date().toISOString() };
  renderWithQueries(
    <HandoverResultDialog outcome={given} onClose={() => undefined} closeLabel="Done" />,
  );
  expect(screen.getByText(/^Not seen since .* until now: a count did not find it/)).toBeTruthy();
});

test.each([
  ['nobody disputes', {}, 1],
  ['is disputed', { disputed: true }, 0],
  ['was disputed', { settled: { resolution: 'confirmed' } }, 0],
])('a result whose loan %s can be undone: %o', async (_, change, buttons) => {
  const logged = { ...change, loanId: outNow.loanId, kind: 'return' };
  const key = sampleKey({ _id: outNow.keyId, returnedAt: outNow.at });
  fakeServer(({ path }) => ({
    body: {
      success: true,
      data: path.startsWith('/keys') ? { keys: [key] } : { handovers: [logged], hasMore: false },
    },
  }));
  const returned = { ...outNow, kind: 'returned' as const };
  renderWithQueries(
    <HandoverResultDialog outcome={returned} onClose={() => undefined} closeLabel="Done" />,
  );
  await waitFor(
    () => expect(screen.queryAllByRole('button', { name: /^Undo/ })).toHaveLength(buttons),
    { timeout: 5_000 },
  );
});
