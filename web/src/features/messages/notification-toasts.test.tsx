import type { Notification } from '@keydesk/shared/core/notifications';
import type { KeyEvent } from '@keydesk/shared/events';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { forwardEvents, type KeydeskSocket } from '../../lib/live/events.ts';
import { beginSession, endSession } from '../../lib/session.ts';
import { fakeServer } from '../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { sampleUser } from '../../lib/testing/sample-user.ts';
import { Toaster } from '../../ui/toast/toaster.tsx';
import { NotificationBell } from './notification-bell.tsx';

afterEach(() => endSession());

const loanId = 'a'.repeat(24);
const key = sampleKey({ keyNumber: 'CSE-101', loanId });

const notification = {
  _id: '1'.repeat(24),
  title: 'Key taken',
  message: 'Key CSE-101 was handed to you by Anita Thapa.',
  createdAt: new Date().toISOString(),
  read: false,
  readAt: null,
  type: 'general',
  priority: 'medium',
} satisfies Partial<Notification>;

test.each<[title: string, item: Partial<Notification>, ended: Partial<Notification>]>([
  [
    'a hand-out',
    { kind: 'lent', template: 'key-lent', keyId: key._id, loanId },
    { disputed: true },
  ],
  [
    'a return that was undone',
    { kind: 'your-name', template: 'return-undone', keyId: key._id, loanId },
    { disputed: true },
  ],
  [
    'a visitor',
    { kind: 'lent', template: 'visitor-asks', visitorAskId: 'b'.repeat(24) },
    { answered: true, visitorAnswer: 'confirmed' },
  ],
])('Not me to %s goes once it was answered elsewhere', async (_title, item, ended) => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }));
  beginSession(sampleUser({ role: 'faculty' }));
  let listed: object[] = [];
  fakeServer(() => ({
    body: { success: true, data: { notifications: listed, unreadCount: 1, hasMore: false } },
  }));
  const listeners = new Map<string, (event: object) => void>();
  const on = (name: string, listener: (event: object) => void) => listeners.set(name, listener);
  forwardEvents({ on } as unknown as KeydeskSocket);
  const component = () => (
    <>
      <NotificationBell />
      <Toaster />
    </>
  );
  const routeTree = createRootRoute({ component });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  renderWithQueries(<RouterProvider router={router} />);
  await screen.findByRole('button', { name: /^Notifications/ });
  const arrived = { ...notification, ...item };
  listed = [arrived];
  act(() => listeners.get('notification')?.(arrived));
  await screen.findByText('Not me');
  listed = [{ ...arrived, ...ended }];
  const event: Partial<KeyEvent> = { action: 'update', key, version: key.version + 1 };
  act(() => {
    listeners.get('key-updated')?.(event);
    listeners.get('campus-changed')?.({ about: 'access', version: '2' });
  });
  await waitFor(() => expect(screen.queryByText('Not me')).toBeNull(), { timeout: 5_000 });
});
