import type { OverdueLoan } from '@keydesk/shared/loans/overdue';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { OverdueKeys } from './overdue-keys.tsx';

beforeEach(() => {
  // The simulated page has no layout.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(89);
});

afterEach(() => vi.unstubAllGlobals());

const dueAt = '2026-01-05T09:00:00.000Z';

function loansOf(band: OverdueLoan['band'], count: number): OverdueLoan[] {
  return Array.from({ length: count }, (_, index) => ({
    loanId: `${band} ${index}`,
    band,
    key: sampleKey({ _id: `${band} ${index}`, keyNumber: `${band.toUpperCase()}-${index}` }),
    holder: { id: 'a', name: 'Asha Rao', email: 'asha@campus.test' },
    takenAt: dueAt,
    dueAt,
    graceUntil: dueAt,
    step: null,
    remindedAt: null,
  }));
}

async function show(loans: readonly OverdueLoan[], term = '') {
  const [late, soon] = [loans.length, 0];
  fakeServer(() => ({ body: { success: true, data: { loans, late, soon } } }));
  const view = renderWithQueries(
    <OverdueKeys narrow={(keys) => keys} term={term} onCollect={() => undefined} />,
  );
  await screen.findAllByRole('listitem');
  return view;
}

test('of 3,000 overdue keys only those near the window are rendered, and each says where it stands', async () => {
  const { container } = await show([...loansOf('recalled', 1_000), ...loansOf('late', 2_000)]);
  expect(container.querySelectorAll('*').length).toBeLessThan(1_000);
  const late = within(screen.getByRole('list', { name: 'Overdue' }));
  const second = late.getAllByRole('listitem')[1];
  expect(second?.textContent).toContain('LATE-1');
  expect(second?.getAttribute('aria-setsize')).toBe('2000');
  expect(second?.getAttribute('aria-posinset')).toBe('2');
});

test('printed, the list holds every key, and afterwards those near the window again', async () => {
  const { container } = await show(loansOf('late', 300));
  const rows = () => container.querySelectorAll('li').length;
  const before = rows();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(rows()).toBe(300);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(rows()).toBe(before);
  expect(before).toBeLessThan(100);
});

test('the phone number of a holder is one press away', async () => {
  const [loan] = loansOf('late', 1);
  if (!loan) throw new Error('There is no loan');
  await show([{ ...loan, holder: { ...loan.holder, phone: '+91 (80) 55-50' } }]);
  await userEvent.click(screen.getByRole('button', { name: 'More for LATE-0' }));
  const link = await screen.findByRole('menuitem', { name: 'Call +91 (80) 55-50' });
  expect(link.getAttribute('href')).toBe('tel:+91805550');
});

test('of the overdue keys a search shows those of a person or number', async () => {
  const [first, second, third] = loansOf('late', 3);
  if (!first || !second || !third) throw new Error('There are no loans');
  const ofRavi = { ...second.key, takenBy: { userId: 'b', name: 'Ravi Iyer' } };
  await show([first, { ...second, key: ofRavi }, third], 'ravi');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('listitem').textContent).toContain('LATE-1');
});
