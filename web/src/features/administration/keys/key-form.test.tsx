import type { Key } from '@keydesk/shared/keys/key';
import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { KeyForm } from './key-form-dialog.tsx';

function renderForm(
  item: Key | null = null,
  failure: Error | null = null,
  choosesTagCheck = false,
) {
  const [onSave, onUnchanged] = [vi.fn(), vi.fn()];
  const { unmount } = renderWithQueries(
    <KeyForm
      formId="key"
      firstField={createRef()}
      item={item}
      choosesTagCheck={choosesTagCheck}
      onSave={onSave}
      onUnchanged={onUnchanged}
      failure={failure}
    />,
  );
  return { onSave, onUnchanged, unmount };
}

function field(name: string) {
  return screen.getByRole('textbox', { name });
}

function submit(): void {
  fireEvent.submit(document.querySelector('form') as HTMLFormElement);
}

test('without a number nothing is sent, and the cursor is where it is missing', () => {
  const { onSave } = renderForm();
  submit();
  expect(onSave).not.toHaveBeenCalled();
  expect(field('Key number').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('Key number'));
});

test('an error goes while its field is corrected, and the others stay', async () => {
  renderForm();
  submit();
  await userEvent.type(field('Key number'), 'C');
  expect(field('Key number').getAttribute('aria-invalid')).toBeNull();
  expect(field('Key name').getAttribute('aria-invalid')).toBe('true');
});

test('a new key is sent with all its fields', async () => {
  const { onSave } = renderForm();
  await userEvent.type(field('Key number'), 'C-1');
  await userEvent.type(field('Key name'), 'Chapel');
  await userEvent.type(field('Location'), 'Main gate');
  submit();
  expect(onSave).toHaveBeenCalledWith({
    id: null,
    fields: expect.objectContaining({ keyNumber: 'C-1', keyName: 'Chapel', block: 'A' }),
  });
});

test('of an existing key only the changes are sent', async () => {
  const { onSave } = renderForm(sampleKey());
  await userEvent.click(screen.getByRole('checkbox', { name: 'Frequently used' }));
  submit();
  expect(onSave).toHaveBeenCalledWith({ id: sampleKey()._id, changes: { frequentlyUsed: true } });
});

test('an existing key without changes is not sent', () => {
  const { onSave, onUnchanged } = renderForm(sampleKey());
  submit();
  expect(onSave).not.toHaveBeenCalled();
  expect(onUnchanged).toHaveBeenCalledTimes(1);
});

test('that a number is taken is said at its field', () => {
  renderForm(null, new ApiError(409, 'KEY_NUMBER_TAKEN', 'Key number CSE-101 is in use'));
  expect(field('Key number').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe('Key number CSE-101 is in use');
});

test('whether a tag is scanned can be chosen only where the settings leave it to the keys', async () => {
  const { unmount } = renderForm(sampleKey());
  const box = () => screen.queryByRole('checkbox', { name: 'Scan its tag at hand-out' });
  expect(box()).toBeNull();
  unmount();
  const { onSave } = renderForm(sampleKey({ tagCheck: true }), null, true);
  expect(box()).toHaveProperty('checked', true);
  await userEvent.click(box() as HTMLElement);
  submit();
  expect(onSave).toHaveBeenCalledWith({ id: sampleKey()._id, changes: { tagCheck: false } });
});

test('who may take a key is sent once it differs from everybody', async () => {
  const item = sampleKey({ level: 'high' });
  const { onSave } = renderForm(item);
  const level = screen.getByRole('combobox', { name: 'Who may take it' });
  await userEvent.selectOptions(level, 'Restricted: after approval');
  submit();
  expect(onSave).toHaveBeenLastCalledWith({ id: item._id, changes: { level: 'restricted' } });
  await userEvent.selectOptions(level, 'Normal: everybody');
  submit();
  expect(onSave).toHaveBeenLastCalledWith({ id: item._id, changes: { level: 'normal' } });
});
