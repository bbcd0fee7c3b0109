import type { System } from '@keydesk/shared/administration/installation';
import type { AdminDashboard } from '@keydesk/shared/insight/dashboard';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginSession, endSession } from '../../lib/session.ts';
import { failure, fakeServer } from '../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../lib/testing/render-with-queries.tsx';
import { sampleUser } from '../../lib/testing/sample-user.ts';
import { Inbox } from './inbox.tsx';

beforeEach(() => act(() => beginSession(sampleUser({ role: 'admin' }))));
afterEach(() => act(() => endSession()));

const good: System['backup'] = {
  keep: 14,
  last: { at: new Date().toISOString(), file: '/backups/a.gz', bytes: 1 },
  failure: null,
};

const failed = {
  ...good,
  failure: { at: '2026-03-02T02:30:00.000Z', reason: 'no space left' },
};

type Facts = {
  backup?: System['backup'];
  environment?: System['environment'];
  unconfirmed?: number;
  overdueKeys?: number;
  openIncidents?: number;
};

/** The lines of the inbox with these facts, once all are known. */
async function linesOf(facts: Facts) {
  const { backup = good, environment = 'pro', unconfirmed, ...stats } = facts;
  const dashboard = { stats: { overdueKeys: 0, ...stats } } as AdminDashboard;
  const answers = new Map<string, unknown>([
    ['system', { backup, environment }],
    ['users', { waiting: 0, unconfirmed }],
  ]);
  const requests = fakeServer(({ path }) => {
    const data = answers.get(/^\/dashboard\/(\w+)/.exec(path)?.[1] ?? '');
    return data ? { body: { success: true, data } } : { status: 404, body: failure('X', 'None') };
  });
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <>
          <Inbox dashboard={dashboard} />
          <p>All lines</p>
        </>
      ),
    }),
    history: createMemoryHistory(),
  });
  renderWithQueries(<RouterProvider router={router} />);
  await screen.findByText('All lines');
  await expect.poll(() => requests.length).toBeGreaterThan(2);
  return () =>
    screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
}

test('a backup that failed, and departments to confirm, each are a line', async () => {
  const lines = await linesOf({ backup: failed, unconfirmed: 2 });
  await expect.poll(lines).toEqual([
    [expect.stringMatching(/^Backup failed.*no space left/), '/dashboard/admin/system'],
    ['2 unconfirmed departments', '/dashboard/admin/users?state=unconfirmed'],
  ]);
});

test('a backup that nobody made is a line', async () => {
  const none = { keep: null, last: null, failure: null };
  const lines = await linesOf({ backup: none });
  await expect.poll(() => lines()[0]?.[0]).toMatch(/^No recent backup/);
});

test('in a trial no backups are expected', async () => {
  const none = { keep: null, last: null, failure: null };
  const lines = await linesOf({ backup: none, environment: 'local', unconfirmed: 1 });
  await expect.poll(lines).toHaveLength(1);
  expect(lines()[0]?.[0]).toBe('1 unconfirmed department');
});

test('there are at most three lines, the most urgent first', async () => {
  const lines = await linesOf({
    backup: failed,
    unconfirmed: 2,
    overdueKeys: 3,
    openIncidents: 1,
  });
  await expect
    .poll(() => lines().map(([text]) => text?.replace(/(failed|report).*/, '$1')))
    .toEqual(['3 keys overdue', 'Backup failed', '1 open report']);
});
