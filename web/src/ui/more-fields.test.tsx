import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MoreFields } from './more-fields.tsx';

afterEach(cleanup);

test('optional fields are closed until one of them is filled or wrong', () => {
  const fields = (state: { filled: boolean; wrong?: boolean }) => (
    <MoreFields {...state}>
      <input />
    </MoreFields>
  );
  const { rerender } = render(fields({ filled: false }));
  const details = screen.getByText('More').closest('details') as HTMLDetailsElement;
  expect(details.open).toBe(false);
  rerender(fields({ filled: true }));
  expect(details.open).toBe(true);
  details.open = false;
  rerender(fields({ filled: true, wrong: true }));
  expect(details.open).toBe(true);
});
