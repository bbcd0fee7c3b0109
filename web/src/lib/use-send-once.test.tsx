import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSendOnce } from './hooks.ts';
import { renderWithQueries } from './testing/render-with-queries.tsx';

function Press({ send }: { send: () => Promise<void> }) {
  const sending = useSendOnce<void, void>({ mutationFn: send });
  return (
    <button type="button" onClick={() => sending.mutate()}>
      {sending.status}
    </button>
  );
}

test('a second press sends nothing, unless the first failed', async () => {
  const send = vi.fn(() => Promise.resolve());
  send.mockRejectedValueOnce(new Error('refused'));
  renderWithQueries(<Press send={send} />);
  const button = screen.getByRole('button');
  const pressTwice = () => {
    button.click();
    button.click();
  };
  pressTwice();
  expect(send.mock.calls.length).toBeLessThan(2);
  await waitFor(() => expect(button.textContent).toBe('error'));
  pressTwice();
  await waitFor(() => expect(button.textContent).toBe('success'));
  pressTwice();
  await Promise.resolve();
  expect(send).toHaveBeenCalledTimes(2);
});
