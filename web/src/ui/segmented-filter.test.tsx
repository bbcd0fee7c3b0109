import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SegmentedFilter } from './filters.tsx';

const options = [
  { value: 'all', label: 'All', count: 3 },
  { value: 'available', label: 'Available', count: 0 },
];

function renderFilter(value: string) {
  const onChange = vi.fn();
  render(<SegmentedFilter label="Show" options={options} value={value} onChange={onChange} />);
  return onChange;
}

test('the chosen filter is marked, and only that one', () => {
  renderFilter('available');
  const checked = screen.getAllByRole<HTMLInputElement>('radio').filter((radio) => radio.checked);
  expect(checked.map(({ value }) => value)).toEqual(['available']);
});

test('another filter is chosen with a click', async () => {
  const onChange = renderFilter('all');
  await userEvent.click(screen.getByRole('radio', { name: /Available/ }));
  expect(onChange).toHaveBeenCalledWith('available');
});

test('a count of zero is shown too', () => {
  renderFilter('all');
  expect(screen.getByText('0')).toBeTruthy();
});
