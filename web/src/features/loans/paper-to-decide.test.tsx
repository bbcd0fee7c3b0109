import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../../lib/session.ts';
import { failure, fakeServer } from '../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../lib/testing/render-with-queries.tsx';
import { sampleUser } from '../../lib/testing/sample-user.ts';
import { PaperToDecide } from './paper-to-decide.tsx';

vi.mock('../../ui/record-link.tsx', () => ({
  KeyNumber: ({ number }: { number: string }) => number,
  PersonLink: ({ children }: { children: string }) => children,
  linkToPerson: () => (name: string) => name,
}));

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

function line(id: string, keyNumber: string) {
  return {
    id: id.repeat(24),
    key: { id: id.repeat(24), keyNumber, keyName: 'Lab' },
    person: { id: 'a'.repeat(24), name: 'Kavya Shetty' },
    backAt: null,
    outAt: '2026-03-10T02:00:00Z',
    enteredAt: '2026-03-10T03:00:00Z',
    enteredBy: { id: 'b'.repeat(24), name: 'Ramesh Gurung' },
  };
}

test('a line is refused only after a question', async () => {
  beginSession(sampleUser({ role: 'admin' }));
  const requests = fakeServer(({ method }) =>
    method === 'GET'
      ? { body: { success: true, data: { lines: [line('1', 'CSE-204')], periods: [] } } }
      : { body: { success: true, data: {} } },
  );
  renderWithQueries(<PaperToDecide />);
  const refuse = await screen.findByRole('button', { name: 'Refuse: Kavya Shetty, CSE-204' });
  await userEvent.click(refuse);
  const dialog = await screen.findByRole('dialog', { name: 'Refuse the entry for CSE-204?' });
  const sent = () => requests.filter(({ method }) => method !== 'GET');
  expect(sent()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(sent()).toMatchObject([{ body: { decision: 'refuse' } }]));
});

test('a line that cannot be recorded says at itself why, and goes on waiting', async () => {
  beginSession(sampleUser({ role: 'admin' }));
  const overlap = 'CSE-204 to Kavya Shetty overlaps the recorded loan to Nandini Joshi.';
  fakeServer(({ method }) =>
    method === 'GET'
      ? {
          body: {
            success: true,
            data: { lines: [line('1', 'CSE-204'), line('2', 'CSE-205')], periods: [] },
          },
        }
      : { status: 409, body: failure('PAPER_OVERLAPS_LOAN', overlap) },
  );
  renderWithQueries(<PaperToDecide />);
  await userEvent.click(
    await screen.findByRole('button', { name: 'Record: Kavya Shetty, CSE-204' }),
  );
  const [first, second] = screen.getAllByRole('listitem').map((row) => within(row));
  expect(await first?.findByText(overlap)).toBeTruthy();
  expect(second?.queryByText(overlap)).toBeNull();
});
