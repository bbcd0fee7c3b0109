import { type LoanDueWhileClosed, maxMovedLoans } from '@keydesk/shared/due/calendar-routes';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../lib/testing/render-with-queries.tsx';
import { LoansDueWhileClosed } from './opening-tab.tsx';

async function open(count: number) {
  const loans = Array.from(
    { length: count },
    (_, index): LoanDueWhileClosed => ({
      loanId: String(index + 1).padStart(24, '0'),
      keyId: String(index + 1).padStart(24, 'a'),
      keyNumber: `A-${index + 1}`,
      keyName: 'Lab',
      holderId: 'b'.repeat(24),
      holderName: 'Asha Rao',
      dueAt: '2026-03-10T11:50:00.000Z',
      newDueAt: '2026-03-11T11:50:00.000Z',
    }),
  );
  const requests = fakeServer(({ method }) => ({
    body: { success: true, data: method === 'GET' ? { loans } : { moved: loans.length } },
  }));
  renderWithQueries(<LoansDueWhileClosed timezone="Asia/Kolkata" />);
  await screen.findByRole('heading');
  return async () => {
    await userEvent.click(screen.getByRole('button', { name: /^Move/ }));
    await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true));
    const { body } = requests.find(({ method }) => method === 'POST') ?? {};
    return { loans, sent: (body as { loanIds: string[] }).loanIds };
  };
}

test('of more loans than one request takes the first are moved, and the page says so', async () => {
  const move = await open(maxMovedLoans + 1);
  expect(screen.getByText(/Moves 1,000 at a time\.$/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Move the first 1,000 due times' })).toBeTruthy();
  const { loans, sent } = await move();
  expect(sent).toEqual(loans.slice(0, maxMovedLoans).map(({ loanId }) => loanId));
});

test('fewer are moved all at once', async () => {
  const move = await open(3);
  expect(screen.queryByText(/at a time/)).toBeNull();
  const { loans, sent } = await move();
  expect(sent).toHaveLength(loans.length);
});
