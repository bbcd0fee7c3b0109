import type { KeyEvent } from '@keydesk/shared/events';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { forwardEvents, type KeydeskSocket } from '../../../lib/live/events.ts';
import { beginSession, endSession } from '../../../lib/session.ts';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { sampleUser } from '../../../lib/testing/sample-user.ts';
import { addRecentHandover, RecentHandoverList } from './recent-handovers.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const account = sampleUser({ role: 'security', name: 'Shared Desk' });
const at = '2026-01-05T09:00:00.000Z';
const key = sampleKey({ keyNumber: '204', keyName: 'Physics Lab', returnedAt: at });

const returned = {
  kind: 'return',
  loanId: 'b'.repeat(24),
  at,
  key: {
    id: key._id,
    keyNumber: '204',
    keyName: 'Physics Lab',
    deskId: null,
    hook: 'Cabinet 2 · 14',
  },
  holder: { id: 'd'.repeat(24), name: 'Ravi Iyer' },
  guard: { id: account.id, name: account.name },
  desk: null,
  dutyId: null,
  returnType: 'own',
  identifiedBy: null,
  tagChecked: false,
};

/** The live connection, whose event of a key `tell` brings. */
function connect() {
  const listeners = new Map<string, (event: KeyEvent) => void>();
  const on = (name: string, listener: (event: KeyEvent) => void) => listeners.set(name, listener);
  forwardEvents({ on } as unknown as KeydeskSocket);
  return (event: Partial<KeyEvent>) => listeners.get('key-updated')?.(event as KeyEvent);
}

test('what another computer of the same account took back names person, guard and hook', async () => {
  beginSession(account);
  let handovers: (typeof returned)[] = [];
  fakeServer(() => ({ body: { success: true, data: { handovers, hasMore: false } } }));
  const tell = connect();
  renderWithQueries(<RecentHandoverList keys={[key]} />);
  await waitFor(() => expect(screen.queryByText('Physics Lab')).toBeNull());
  handovers = [returned];
  act(() => tell({ action: 'qr-return', key, version: 2, scannerId: account.id }));
  await screen.findByText('Ravi Iyer');
  expect(screen.getByRole('listitem').textContent).toMatch(
    /Cabinet\s2,\shook\s14 ·\sby Shared Desk/,
  );
});

test('a dispute, which is no handover, shows at once', async () => {
  beginSession(account);
  let handovers: object[] = [returned];
  fakeServer(() => ({ body: { success: true, data: { handovers, hasMore: false } } }));
  const tell = connect();
  renderWithQueries(<RecentHandoverList keys={[key]} />);
  await screen.findByText('Ravi Iyer');
  expect(screen.queryByText('Disputed')).toBeNull();
  handovers = [{ ...returned, disputed: true }];
  act(() => tell({ action: 'update', key, version: 2 }));
  await screen.findByText('Disputed');
});

test('the two hand-outs of a corrected loan are two lines, whatever comes after them', async () => {
  const ofLoan = (id: string, name: string) => ({
    ...returned,
    kind: 'hand-out',
    loanId: id.repeat(24),
    holder: { id: id.repeat(24), name },
    returnType: null,
  });
  const log = [ofLoan('1', 'Farida Khan'), ofLoan('2', 'Harish Kulkarni')];
  fakeServer(() => ({ body: { success: true, data: { handovers: log } } }));
  beginSession(account);
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => errors.mockRestore());
  renderWithQueries(<RecentHandoverList keys={[]} />);
  await screen.findByText('Harish Kulkarni');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(errors).not.toHaveBeenCalled();
});

test('what this computer took back is not listed once another one has undone that', async () => {
  beginSession(account);
  fakeServer(() => ({ body: { success: true, data: { handovers: [], hasMore: false } } }));
  const other = sampleKey({ _id: '2'.repeat(24), keyNumber: '205', returnedAt: at, version: 4 });
  const { loanId } = returned;
  const open = { loanId, takenAt: '2026-01-05T08:00:00.000Z', returnedAt: null, version: 5 };
  act(() =>
    addRecentHandover({
      kind: 'batch-returned',
      keys: [
        { keyId: key._id, keyNumber: '204', loanId, holderName: 'Ravi Iyer', version: 4 },
        {
          keyId: other._id,
          keyNumber: '205',
          loanId: 'c'.repeat(24),
          holderName: 'Ravi Iyer',
          version: 4,
        },
      ],
      at,
    }),
  );
  const shown = (one: Partial<typeof key>) => {
    cleanup();
    renderWithQueries(<RecentHandoverList keys={[{ ...key, ...one }, other]} />);
  };
  shown({ ...open, version: 3 });
  expect(await screen.findByText('2 keys')).toBeTruthy();
  screen.getByText(/Ravi Iyer/);
  shown(open);
  expect(await screen.findByText('205')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('204')).toBeNull());
});

test.each([
  ['what can still be undone is listed, however much came after it', 60_000, 7],
  ['of what is older the last five are', 60 * 60_000, 5],
])('%s', async (_, age, lines) => {
  const log = Array.from({ length: 7 }, (_each, index) => ({
    ...returned,
    loanId: String(index).repeat(24),
    at: new Date(Date.now() - age - index).toISOString(),
  }));
  fakeServer(() => ({ body: { success: true, data: { handovers: log, hasMore: false } } }));
  beginSession(account);
  renderWithQueries(<RecentHandoverList keys={[key]} />);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(lines));
});
