import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateConnection } from '../../../lib/live/connection.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { beginSession, endSession } from '../../../lib/session.ts';
import { failure, fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleUser } from '../../../lib/testing/sample-user.ts';
import { Toaster } from '../../../ui/toast/toaster.tsx';
import { OutageSheetButton } from './outage-sheet.tsx';
import { outdateOutageSheet, useOutageSheet } from './outage-sheet-query.ts';

const guard = sampleUser({ role: 'security' });
const computer = {
  computer: { id: 'c'.repeat(24), name: 'PC 1' },
  desk: { id: 'd'.repeat(24), name: 'Main Desk' },
  duty: null,
};
const open = vi.fn<(url: string) => unknown>(() => ({}));

beforeEach(() => {
  open.mockClear();
  vi.stubGlobal('open', open);
  beginSession(guard, undefined, undefined, null);
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
  updateConnection({ serverAnswers: true });
});

function press() {
  fireEvent.click(screen.getByRole('button', { name: 'Outage sheet' }));
}

/** What a page keeps: nothing is shown of it. */
function Kept() {
  return <output>{useOutageSheet().data?.size ?? 'none'}</output>;
}

test('one press reads the sheet as of now and opens it', async () => {
  const requests = fakeServer(() => ({ body: 'sheet' }));
  renderWithQueries(<OutageSheetButton desk={null} />);
  press();
  await waitFor(() => expect(open).toHaveBeenCalledOnce());
  expect(open.mock.calls[0]?.[0]).toMatch(/^blob:/);
  press();
  await waitFor(() => expect(open).toHaveBeenCalledTimes(2));
  expect(requests.map(({ path }) => path)).toEqual(Array(2).fill('/desk/outage-sheet/pdf'));
});

test('a sheet that could not be read opens nothing and says why', async () => {
  fakeServer(() => ({ status: 403, body: failure('FORBIDDEN', 'Not for you.') }));
  renderWithQueries(
    <>
      <OutageSheetButton desk={null} />
      <Toaster />
    </>,
  );
  press();
  await screen.findByText('Not for you.');
  expect(open).not.toHaveBeenCalled();
});

test('a browser that opens no window saves the sheet as a file', async () => {
  fakeServer(() => ({ body: 'sheet' }));
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  open.mockReturnValueOnce(null);
  renderWithQueries(<OutageSheetButton desk={null} />);
  press();
  await waitFor(() => expect(saved).toEqual(['outage-sheet.pdf']));
});

test('while the server is away the list offers no sheet, which it could not read', () => {
  fakeServer(() => ({ body: 'sheet' }));
  renderWithQueries(<OutageSheetButton desk={null} />);
  act(() => updateConnection({ serverAnswers: false }));
  expect(screen.queryByRole('button')).toBeNull();
});

test('a desk’s computer reads the sheet by itself, any other browser does not', async () => {
  const requests = fakeServer(() => ({ body: 'sheet' }));
  renderWithQueries(<Kept />);
  expect(requests).toEqual([]);
  act(() => beginSession(guard, undefined, undefined, computer));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('7'));
});

test('a sheet that a busy server refused is asked for again after the time that it named', async () => {
  vi.useFakeTimers();
  let busy = true;
  const requests = fakeServer(() =>
    busy
      ? { status: 429, body: { message: 'Busy', error: { details: { retryAfter: 40 } } } }
      : { body: 'sheet' },
  );
  act(() => beginSession(guard, undefined, undefined, computer));
  renderWithQueries(<Kept />);
  await act(() => vi.advanceTimersByTimeAsync(40_000));
  expect(requests).toHaveLength(1);
  busy = false;
  await act(() => vi.advanceTimersByTimeAsync(22_000));
  expect(requests).toHaveLength(2);
  expect(screen.getByRole('status').textContent).toBe('7');
});

test('a sheet follows the lists within minutes, and a reconnect within half a minute', async () => {
  vi.useFakeTimers();
  const requests = fakeServer(() => ({ body: 'sheet' }));
  act(() => beginSession(guard, undefined, undefined, computer));
  renderWithQueries(<Kept />, queryClient);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(requests).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
  expect(requests).toHaveLength(2);
  act(outdateOutageSheet);
  expect(requests).toHaveLength(2);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(requests).toHaveLength(3);
});
