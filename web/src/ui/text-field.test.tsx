import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TextField } from './fields.tsx';

function field() {
  return screen.getByRole('textbox', { name: 'Key number' });
}

/** What screen readers say of the field besides its name. */
function description() {
  return document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent;
}

test('a field is described by its hint', () => {
  render(<TextField label="Key number" hint="As on the tag" />);
  expect(description()).toBe('As on the tag');
  expect(field().getAttribute('aria-invalid')).toBeNull();
});

test('an error takes the place of the hint and is announced', () => {
  render(<TextField label="Key number" hint="As on the tag" error="Key number is required" />);
  expect(description()).toBe('Key number is required');
  expect(screen.getByRole('alert').textContent).toBe('Key number is required');
  expect(field().getAttribute('aria-invalid')).toBe('true');
});

test('without hint and error nothing describes the field', () => {
  render(<TextField label="Key number" error={null} />);
  expect(field().getAttribute('aria-describedby')).toBeNull();
});

test.each([
  ['date', '2026-11-27', 'Fri, 27 Nov 2026'],
  ['datetime-local', '2026-11-27T17:20', 'Fri, 27 Nov 2026, 17:20'],
  ['date', '', undefined],
  ['text', '2026-11-27', undefined],
])('a field of the kind %s says its date %s in words', (type, value, words) => {
  render(<TextField label="Key number" type={type} value={value} readOnly />);
  const input = screen.getByLabelText('Key number');
  const describedBy = input.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(describedBy)?.textContent).toBe(words);
});
