import { fireEvent, screen, waitForElementToBeRemoved } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, fakeServer } from '../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../lib/testing/render-with-queries.tsx';
import { ClosingToday, LoansDueWhileClosed } from './opening-tab.tsx';

test('what is due while the campus is closed is read again after a failure', async () => {
  let fails = true;
  const requests = fakeServer(() =>
    fails
      ? { status: 500, body: failure('INTERNAL', 'Something went wrong') }
      : { body: { success: true, data: { loans: [] } } },
  );
  renderWithQueries(<LoansDueWhileClosed timezone="Asia/Kolkata" />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Could not read');
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitForElementToBeRemoved(alert);
  expect(requests).toHaveLength(2);
});

test('the closing of today is asked for again each time', async () => {
  renderWithQueries(<ClosingToday />);
  const open = () =>
    fireEvent.click(screen.getByRole('button', { name: 'Move today’s closing', hidden: true }));
  open();
  const time = await screen.findByLabelText<HTMLInputElement>('Closes today at');
  fireEvent.change(time, { target: { value: '15:00' } });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Storm' } });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  open();
  expect((await screen.findByLabelText<HTMLInputElement>('Closes today at')).value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('');
});
