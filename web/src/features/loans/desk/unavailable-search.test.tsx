import type { Key } from '@keydesk/shared/keys/key';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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
      <DeskUnavailableTab narrow={() => keys} renderCollect={() => null} />
    </>
  );
}

test('the search field stays while its term filters, however few keys are out', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  fakeServer(() => ({ body: { success: true, data: { keys: nine } } }));
  const routeTree = createRootRoute({ component: Desk });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  renderWithQueries(<RouterProvider router={router as never} />);
  await userEvent.type(await screen.findByRole('searchbox'), 'A-3');
  await waitFor(() => expect(rows()).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'One comes back' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(rows()).toHaveLength(8));
  expect(screen.queryByRole('searchbox')).toBeNull();
});
