import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateConnection } from '../../../lib/live/connection.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { beginSession, endSession } from '../../../lib/session.ts';
import { failure, fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleUser } from '../../../lib/testing/sample-user.ts';
import { Toaster } from '../../../ui/toast/toaster.tsx';
import { DeskMenu } from '../../duty/desk-menu.tsx';
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

function renderMenu() {
  const component = () => (
    <>
      <DeskMenu
        at={null}
        desks={null}
        everywhere={false}
        onEverywhere={() => undefined}
        keys={[]}
        onLock={() => undefined}
        onEnd={async () => undefined}
      />
      <Toaster />
    </>
  );
  const routeTree = createRootRoute({ component });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  renderWithQueries(<RouterProvider router={router as never} />);
}

async function press(entry: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Desk' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
}

/** What a page keeps: nothing is shown of it. */
function Kept() {
  return <output>{useOutageSheet().data?.size ?? 'none'}</output>;
}

test('one press reads the sheet as of now and opens it', async () => {
  const requests = fakeServer(() => ({ body: 'sheet' }));
  renderMenu();
  await press('Outage sheet');
  await waitFor(() => expect(open).toHaveBeenCalledOnce());
  expect(open.mock.calls[0]?.[0]).toMatch(/^blob:/);
  await press('Outage sheet');
  await waitFor(() => expect(open).toHaveBeenCalledTimes(2));
  expect(requests.map(({ path }) => path)).toEqual(
    Array(2).fill('/desk/outage-sheet/pdf?desk=all'),
  );
});

test('a sheet that could not be read opens nothing and says why', async () => {
  fakeServer(() => ({ status: 403, body: failure('FORBIDDEN', 'Not for you.') }));
  renderMenu();
  await press('Outage sheet');
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
  renderMenu();
  await press('Outage sheet');
  await waitFor(() => expect(saved).toEqual(['outage-sheet.pdf']));
});

test('while the server is away no sheet can be read', async () => {
  const requests = fakeServer(() => ({ body: 'sheet' }));
  renderMenu();
  act(() => updateConnection({ serverAnswers: false }));
  await userEvent.click(await screen.findByRole('button', { name: 'Desk' }));
  const entry = await screen.findByRole('menuitem', { name: 'Outage sheet' });
  expect(entry.getAttribute('aria-disabled')).toBe('true');
  expect(requests).toEqual([]);
});

test('the night list is of the desk whose keys are shown, or of all', async () => {
  const requests = fakeServer(() => ({ body: 'list' }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  renderMenu();
  await press('Night list');
  await waitFor(() =>
    expect(requests.map(({ path }) => path)).toEqual(['/desk/night-list/pdf?desk=all']),
  );
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
