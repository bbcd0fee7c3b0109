import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forwardEvents, type KeydeskSocket } from '../../../lib/live/events.ts';
import { beginSession, endSession } from '../../../lib/session.ts';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleUser } from '../../../lib/testing/sample-user.ts';
import { useSetUserState, useSignOutEverywhere } from './mutations.ts';
import { useWaitingCount } from './queries.ts';

beforeEach(() => act(() => beginSession(sampleUser({ role: 'admin' }))));
afterEach(() => act(() => endSession()));

function Shell() {
  const signOut = useSignOutEverywhere();
  const setState = useSetUserState();
  return (
    <>
      <p>{useWaitingCount()} wait</p>
      <button type="button" onClick={() => signOut.mutate('1')}>
        Sign Out
      </button>
      <button type="button" onClick={() => setState.mutate({ id: '1', state: 'active' })}>
        Accept
      </button>
    </>
  );
}

/** The page of an admin; `reads` tells how often the count was read. */
async function open() {
  let waiting = 1;
  const requests = fakeServer(({ method }) => ({
    body: { success: true, message: 'Done', ...(method === 'GET' && { data: { waiting } }) },
  }));
  renderWithQueries(<Shell />);
  await screen.findByText('1 wait');
  return {
    reads: () => requests.filter(({ method }) => method === 'GET').length,
    writes: () => requests.filter(({ method }) => method !== 'GET').length,
    nowWait: (count: number) => {
      waiting = count;
    },
  };
}

function notify(template: string) {
  const listeners = new Map<string, (event: unknown) => void>();
  const socket = { on: (name: string, listen: () => void) => listeners.set(name, listen) };
  forwardEvents(socket as unknown as KeydeskSocket);
  listeners.get('notification')?.({ template, kind: 'account' });
}

test('a registration that waits, and one that is accepted, count at once', async () => {
  const { nowWait } = await open();
  nowWait(2);
  notify('registration-waiting');
  await screen.findByText('2 wait');
  nowWait(0);
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
  await screen.findByText('0 wait');
});

test('what leaves the count as it is does not read it again', async () => {
  const { reads, writes } = await open();
  for (const template of ['name-changed', 'backup-failed', 'welcome']) notify(template);
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
  await waitFor(() => expect(writes()).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reads()).toBe(1);
});
