import type { Count } from '@keydesk/shared/loans/counts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session.ts';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleUser } from '../../../lib/testing/sample-user.ts';
import { CountsPage } from './count-page.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

function closed(id: string, of: number): Count {
  const at = '2026-03-10T09:00:00Z';
  return {
    id: id.repeat(24),
    desk: null,
    scope: 'high',
    cabinet: null,
    scanned: 0,
    last: null,
    begunBy: { id: 'a'.repeat(24), name: 'Ramesh' },
    begunAt: at,
    closedAt: at,
    abandonedAt: null,
    findings: { missing: of, hereThoughOut: of, elsewhere: of, retired: of, unknown: of },
  };
}

test('what counts found is told of one key and of several', async () => {
  beginSession(sampleUser({ role: 'security' }));
  const counts = [closed('1', 1), closed('2', 2)];
  fakeServer(({ path }) => ({
    body: { success: true, data: path === '/desk/counts' ? { counts } : { keys: [] } },
  }));
  const router = createRouter({
    routeTree: createRootRoute({ component: CountsPage }),
    history: createMemoryHistory(),
  });
  renderWithQueries(<RouterProvider router={router} />);
  await screen.findByText(/ 1 belongs elsewhere, 1 no longer in use, 1 unknown tag$/);
  await screen.findByText(/ 2 belong elsewhere, 2 no longer in use, 2 unknown tags$/);
});
