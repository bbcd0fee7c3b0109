import type { OverdueLoan } from '@keydesk/shared/loans/overdue';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { forgetCampus, setCampus } from '../../../lib/campus.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { OverdueList } from './overdue-tab.tsx';

beforeEach(() => {
  // The simulated page has no layout.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(89);
});

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

function show(loans: readonly OverdueLoan[]) {
  return renderWithQueries(
    <OverdueList
      loans={loans}
      more={0}
      error={null}
      onRetry={() => undefined}
      renderNumber={({ keyNumber }) => keyNumber}
      renderActions={() => <button type="button">Remind</button>}
    />,
  );
}

test('of 3,000 overdue keys only those near the window are rendered, and each says where it stands', () => {
  const { container } = show([...loansOf('recalled', 1_000), ...loansOf('late', 2_000)]);
  expect(container.querySelectorAll('*').length).toBeLessThan(1_000);
  const late = within(screen.getByRole('list', { name: 'Late now' }));
  const second = late.getAllByRole('listitem')[1];
  expect(second?.textContent).toContain('LATE-1');
  expect(second?.getAttribute('aria-setsize')).toBe('2000');
  expect(second?.getAttribute('aria-posinset')).toBe('2');
});

test('printed, the night list holds every key, and afterwards those near the window again', () => {
  show(loansOf('late', 300));
  const rows = () => screen.getAllByRole('listitem').length;
  const before = rows();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(rows()).toBe(300);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(rows()).toBe(before);
  expect(before).toBeLessThan(100);
});

test('printed, the night list says at which desk a key hangs', () => {
  const desks = ['Main Desk', 'Block D'].map((name, index) => ({
    id: String(index).repeat(24),
    name,
    place: '',
    phone: null,
    retired: false,
  }));
  setCampus({ version: '1', categories: [], departments: [], blocks: [], desks });
  onTestFinished(() => act(forgetCampus));
  const [loan] = loansOf('late', 1);
  if (!loan) throw new Error('There is no loan');
  show([{ ...loan, key: { ...loan.key, deskId: '1'.repeat(24), hook: '7' } }]);
  expect(screen.getByRole('listitem').textContent).toMatch(/Block D.*Hook 7/);
});
