import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { updateConnection } from '../../../lib/live/connection.ts';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { DeskOverview } from './desk-overview.tsx';

/** The four figures, as they read. */
async function figures(keys: Parameters<typeof DeskOverview>[0]['keys']) {
  const overview = () => <DeskOverview keys={keys} all={keys} waiting={[]} />;
  const router = createRouter({
    routeTree: createRootRoute({ component: overview }),
    history: createMemoryHistory(),
  });
  const { unmount } = render(<RouterProvider router={router} />);
  await screen.findByText('Due today');
  const texts = screen
    .getAllByRole('listitem')
    .slice(0, 4)
    .map((item) => item.textContent);
  unmount();
  return texts;
}

test('offline the figures come from the lists that are known, or are not known', async () => {
  act(() => updateConnection({ serverAnswers: false }));
  onTestFinished(() => act(() => updateConnection({ serverAnswers: true })));
  const out = sampleKey({
    status: 'unavailable',
    loanId: 'b'.repeat(24),
    takenAt: '2026-01-05T08:00:00.000Z',
  });
  const waiting = '–Not known Waiting';
  expect(await figures([out])).toEqual(['1 Out', '0 Overdue', '0 Due today', waiting]);
  expect(await figures(undefined)).toEqual([
    '–Not known Out',
    '–Not known Overdue',
    '–Not known Due today',
    waiting,
  ]);
});
