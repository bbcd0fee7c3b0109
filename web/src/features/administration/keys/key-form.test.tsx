import type { Key } from '@keydesk/shared/keys/key';
import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, type Mock, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { beginSession, endSession } from '../../../lib/session.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { sampleUser } from '../../../lib/testing/sample-user.ts';
import { KeyForm } from './key-form-dialog.tsx';

function renderForm(item: Key | null = null, error: Error | null = null, choosesTagCheck = false) {
  const [onSave, onClose] = [vi.fn(), vi.fn()];
  const { unmount } = renderWithQueries(
    <KeyForm
      subject={{ item }}
      choosesTagCheck={choosesTagCheck}
      saving={
        {
          mutate: onSave,
          reset: vi.fn(),
          isPending: false,
          isError: error !== null,
          error,
        } as never
      }
      onClose={onClose}
    />,
  );
  return { onSave, onClose, unmount };
}

/** What was sent last. */
function sent(onSave: Mock): unknown {
  return onSave.mock.lastCall?.[0];
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
  expect(sent(onSave)).toEqual({
    item: null,
    fields: expect.objectContaining({ keyNumber: 'C-1', keyName: 'Chapel', block: 'A' }),
  });
});

test('of an existing key only the changes are sent', async () => {
  const { onSave } = renderForm(sampleKey());
  await userEvent.click(screen.getByRole('checkbox', { name: 'Frequently used' }));
  submit();
  expect(sent(onSave)).toEqual({ item: sampleKey(), changes: { frequentlyUsed: true } });
});

test('an existing key without changes is not sent', () => {
  const { onSave, onClose } = renderForm(sampleKey());
  submit();
  expect(onSave).not.toHaveBeenCalled();
  expect(onClose).toHaveBeenCalledTimes(1);
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
  const item = sampleKey({ tagCheck: true });
  const { onSave } = renderForm(item, null, true);
  expect(box()).toHaveProperty('checked', true);
  await userEvent.click(box() as HTMLElement);
  submit();
  expect(sent(onSave)).toEqual({ item, changes: { tagCheck: false } });
});

test('who may take a key is sent once it differs from everybody', async () => {
  const item = sampleKey({ level: 'high' });
  const { onSave } = renderForm(item);
  const level = screen.getByRole('combobox', { name: 'Who can take it' });
  await userEvent.selectOptions(level, 'Restricted: after approval');
  submit();
  expect(sent(onSave)).toEqual({ item, changes: { level: 'restricted' } });
  await userEvent.selectOptions(level, 'Normal: everyone');
  submit();
  expect(sent(onSave)).toEqual({ item, changes: { level: 'normal' } });
});

test('what was typed for a new key is still there for them when their session has ended', async () => {
  beginSession(sampleUser());
  const first = renderForm();
  await userEvent.type(field('Key number'), 'C-1');
  endSession();
  first.unmount();
  beginSession(sampleUser({ id: `${'0'.repeat(23)}b` }));
  const other = renderForm();
  expect(field('Key number')).toHaveProperty('value', '');
  other.unmount();
  beginSession(sampleUser());
  const again = renderForm();
  expect(field('Key number')).toHaveProperty('value', 'C-1');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  again.unmount();
  renderForm();
  expect(field('Key number')).toHaveProperty('value', '');
  endSession();
});

test('the optional fields of a new key are closed, and open where one is filled', () => {
  const isOpen = () => screen.getByText('More').closest('details')?.open;
  const { unmount } = renderForm();
  expect(isOpen()).toBe(false);
  unmount();
  renderForm(sampleKey({ level: 'high' }));
  expect(isOpen()).toBe(true);
});
