import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session.ts';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleUser } from '../../../lib/testing/sample-user.ts';
import { ShiftList } from './shift-list.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

test('where nobody is on duty, the list begins with all guards', async () => {
  beginSession(sampleUser({ role: 'security' }));
  const requests = fakeServer(() => ({
    body: { success: true, data: { handovers: [], hasMore: false } },
  }));
  renderWithQueries(<ShiftList onClose={() => undefined} />);
  await screen.findByText('No handovers in this time.');
  expect(requests[0]?.path).not.toContain('guard=');
});
