import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ComboboxField, type ComboboxOption } from './combobox-field.tsx';

const labs = ['Optics', 'Robotics', 'Welding'].map((label) => ({ id: label, label }));

type FieldProps = Partial<ComponentProps<typeof ComboboxField>>;

function renderField(props: FieldProps = {}) {
  const onChange = vi.fn();
  function Field() {
    const [value, setValue] = useState<ComboboxOption | null>(props.value ?? null);
    return (
      <ComboboxField
        label="Lab"
        placeholder="Any lab"
        picks={labs}
        {...props}
        value={value}
        onChange={(pick) => {
          onChange(pick);
          setValue(pick);
        }}
      />
    );
  }
  render(<Field />);
  return onChange;
}

function field() {
  return screen.getByRole('combobox', { name: 'Lab' });
}

async function type(text: string) {
  await userEvent.click(field());
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search Lab' }), text);
}

function offered() {
  return screen.queryAllByRole('option').map((option) => option.textContent);
}

test('typing leaves what contains it, and a press chooses', async () => {
  const onChange = renderField();
  expect(field().textContent).toBe('Any lab');
  await type('ot');
  await waitFor(() => expect(offered()).toEqual(['Robotics']));
  await userEvent.click(screen.getByRole('option', { name: 'Robotics' }));
  expect(onChange).toHaveBeenLastCalledWith(labs[1]);
  expect(field().textContent).toBe('Robotics');
});

test('without a match it says so', async () => {
  renderField();
  await type('chemistry');
  expect(await screen.findByText('Nothing found')).toBeTruthy();
  expect(offered()).toEqual([]);
});

test('a caller that searches itself has all its picks offered', async () => {
  const onSearch = vi.fn();
  renderField({ filtered: true, onSearch });
  await type('x');
  expect(onSearch).toHaveBeenLastCalledWith('x');
  await waitFor(() => expect(offered()).toEqual(['Optics', 'Robotics', 'Welding']));
});

test('before anything is typed, nothing was looked for in vain', async () => {
  renderField({ filtered: true, picks: [] });
  await userEvent.click(field());
  await screen.findByRole('combobox', { name: 'Search Lab' });
  expect(screen.queryByText('Nothing found')).toBeNull();
  await userEvent.type(screen.getByRole('combobox', { name: 'Search Lab' }), 'x');
  expect(await screen.findByText('Nothing found')).toBeTruthy();
});

test('a choice can be cleared', async () => {
  const onChange = renderField({ value: { id: 'Optics', label: 'Optics' } });
  await userEvent.click(screen.getByRole('button', { name: 'Clear Lab' }));
  expect(onChange).toHaveBeenLastCalledWith(null);
  expect(field().textContent).toBe('Any lab');
});

test('an error is announced and describes the field', () => {
  renderField({ error: 'Choose a lab' });
  expect(screen.getByRole('alert').textContent).toBe('Choose a lab');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  const description = document.getElementById(field().getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Choose a lab');
});
