import type { Key } from '@keydesk/shared/keys/key';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { chooseDesk, forgetCampus, setCampus } from '../../../lib/campus.ts';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { DeskUnavailableTab } from './unavailable-tab.tsx';

const nine: Key[] = Array.from({ length: 9 }, (_, index) => ({
  ...sampleKey({ keyNumber: `A-${index + 1}` }),
  _id: String(index + 1).padStart(24, '0'),
  status: 'unavailable',
  loanId: 'c'.repeat(24),
  takenAt: `2026-01-05T09:0${index}:00.000Z`,
}));

beforeEach(() => {
  // The simulated page has no layout.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(89);
});

const rows = () => screen.getAllByRole('listitem');

function Desk() {
  const [keys, setKeys] = useState(nine);
  return (
    <>
      <button type="button" onClick={() => setKeys(nine.slice(0, 8))}>
        One comes back
      </button>
      <DeskUnavailableTab
        narrow={() => keys}
        renderCollect={() => null}
        onCollect={() => undefined}
        onCollected={() => undefined}
      />
    </>
  );
}

test('a key of another desk is not called unknown: where it hangs or who has it is said', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  onTestFinished(() =>
    act(() => {
      forgetCampus();
      chooseDesk('');
    }),
  );
  const shared = { place: '', phone: null, retired: false, version: 1 };
  const main = { id: '1'.repeat(24), name: 'Main Desk', ...shared };
  const north = { id: '2'.repeat(24), name: 'North Desk', ...shared };
  setCampus({ version: '1', categories: [], departments: [], blocks: [], desks: [main, north] });
  chooseDesk(main.id);
  const hanging = sampleKey({ _id: 'a'.repeat(24), keyNumber: 'N-1', deskId: north.id });
  const takenBy = { userId: 'e'.repeat(24), name: 'Asha Rao' };
  const out = { _id: 'b'.repeat(24), keyNumber: 'N-2', loanId: 'f'.repeat(24), takenBy };
  const lent = sampleKey({ ...out, deskId: north.id, status: 'unavailable' });
  const keys = [...nine, hanging, lent];
  const requests = fakeServer(() => ({ body: { success: true, data: { keys } } }));
  const DeskHere = () => (
    <DeskUnavailableTab
      narrow={() => nine}
      renderCollect={() => null}
      onCollect={() => undefined}
      onCollected={() => undefined}
    />
  );
  const routeTree = createRootRoute({ component: DeskHere });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  renderWithQueries(<RouterProvider router={router as never} />);
  const search = await screen.findByRole('searchbox');
  await userEvent.type(search, 'N-1');
  await screen.findByText('This key is at North Desk.');
  await userEvent.clear(search);
  await userEvent.type(search, 'N-2');
  await screen.findByText('This key is with Asha Rao.');
  await userEvent.clear(search);
  await userEvent.type(search, 'N-');
  await screen.findByText('None of these keys belong to this desk.');
  await userEvent.type(search, '9');
  await screen.findByText('No keys found');
  expect(requests).toHaveLength(1);
});

function show(component: () => ReactNode) {
  onTestFinished(() => void vi.unstubAllGlobals());
  fakeServer(() => ({ body: { success: true, data: { keys: nine } } }));
  const routeTree = createRootRoute({ component });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  renderWithQueries(<RouterProvider router={router as never} />);
}

test('the search field stays while its term filters, however few keys are out', async () => {
  show(() => <Desk />);
  await userEvent.type(await screen.findByRole('searchbox'), 'A-3');
  await waitFor(() => expect(rows()).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'One comes back' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(rows()).toHaveLength(8));
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('a search filters what is reported, too, and finds it', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const missing = sampleKey({
    _id: 'd'.repeat(24),
    keyNumber: 'M-1',
    status: 'unavailable',
    condition: 'missing',
  });
  const keys = [...nine, missing];
  fakeServer(({ path }) => ({
    body: { success: true, data: path === '/keys' ? { keys } : { found: [] } },
  }));
  const component = () => (
    <DeskUnavailableTab
      narrow={() => keys}
      renderCollect={() => null}
      onCollect={() => undefined}
      onCollected={() => undefined}
    />
  );
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory(),
  });
  renderWithQueries(<RouterProvider router={router as never} />);
  const search = await screen.findByRole('searchbox');
  expect(rows().at(-1)?.textContent).toMatch(/M-1.*Missing/);
  await userEvent.type(search, 'A-3');
  await waitFor(() => expect(rows()).toHaveLength(1));
  await userEvent.clear(search);
  await userEvent.type(search, 'M-1');
  await waitFor(() =>
    expect(rows().map((row) => row.textContent)).toEqual([expect.stringMatching(/M-1.*Missing/)]),
  );
  expect(screen.queryByText('No keys found')).toBeNull();
});
