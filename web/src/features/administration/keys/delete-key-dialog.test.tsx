import type { Key } from '@keydesk/shared/keys/key';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { failure, fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';

function renderDialog(item: Key = sampleKey()) {
  const [onClose, onDeleted] = [vi.fn(), vi.fn()];
  renderWithQueries(<DeleteKeyDialog subject={item} onClose={onClose} onDeleted={onDeleted} />);
  return { onClose, onDeleted };
}

function button(name: string) {
  return screen.findByRole('button', { name });
}

test('a key is deleted after one question, and its history stays', async () => {
  const requests = fakeServer(() => ({ body: { success: true, message: 'Key deleted' } }));
  const { onDeleted } = renderDialog();
  await userEvent.click(await button('Delete'));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledTimes(1));
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `DELETE /keys/${sampleKey()._id}`,
  ]);
});

test('a key that nobody ever had is erased only after a second question', async () => {
  const requests = fakeServer(() => ({ body: { success: true, message: 'Key deleted' } }));
  renderDialog();
  await userEvent.click(await button('Erase it permanently…'));
  expect(requests).toEqual([]);
  await screen.findByRole('dialog', { name: 'Erase key' });
  await userEvent.click(await button('Erase permanently'));
  await waitFor(() => expect(requests[0]?.path).toMatch(/\?hard=true$/));
});

test('after the second question the way out has the focus', async () => {
  renderDialog();
  await userEvent.click(await button('Erase it permanently…'));
  expect(document.activeElement).toBe(await button('Cancel'));
});

test('a key that somebody has had cannot be erased', async () => {
  renderDialog(sampleKey({ returnedAt: '2026-03-01T10:00:00.000Z' }));
  await button('Delete');
  expect(screen.queryByText('Erase it permanently…')).toBeNull();
});

test('a key that is out cannot be deleted', async () => {
  renderDialog(sampleKey({ status: 'unavailable', loanId: 'c'.repeat(24) }));
  expect((await button('Delete')).hasAttribute('disabled')).toBe(true);
  expect(screen.queryByText('Erase it permanently…')).toBeNull();
});

test('a refusal is shown, and the dialog stays', async () => {
  fakeServer(() => ({ status: 409, body: failure('KEY_IS_OUT', 'Key CSE-101 is out') }));
  const { onClose, onDeleted } = renderDialog();
  await userEvent.click(await button('Delete'));
  expect(await screen.findByText('Key CSE-101 is out')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  expect(onDeleted).not.toHaveBeenCalled();
});
