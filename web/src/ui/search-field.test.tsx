import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { SearchField } from './filters.tsx';

function Search() {
  const [term, setTerm] = useState('');
  return (
    <>
      <SearchField value={term} onChange={setTerm} placeholder="Search keys..." />
      <output>{term}</output>
    </>
  );
}

function field() {
  return screen.getByRole('searchbox', { name: 'Search keys...' });
}

test('what is typed is searched', async () => {
  render(<Search />);
  await userEvent.type(field(), 'lab');
  expect(screen.getByRole('status').textContent).toBe('lab');
});

test('the button to clear is there only when there is something to clear', async () => {
  render(<Search />);
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  await userEvent.type(field(), 'l');
  expect(screen.getByRole('button', { name: 'Clear search' })).toBeTruthy();
});

test('clearing empties the field and leaves the cursor in it', async () => {
  render(<Search />);
  await userEvent.type(field(), 'lab');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(screen.getByRole('status').textContent).toBe('');
  expect(document.activeElement).toBe(field());
});

test('Escape clears the field', async () => {
  render(<Search />);
  await userEvent.type(field(), 'lab{Escape}');
  expect(screen.getByRole('status').textContent).toBe('');
});
