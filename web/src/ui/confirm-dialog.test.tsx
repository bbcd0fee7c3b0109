import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

test('what is asked is read out with the title', async () => {
  const rest = { busy: false, failure: null, onConfirm: vi.fn(), onClose: vi.fn() };
  render(
    <ConfirmDialog open title="End access" {...rest}>
      <p>They cannot take the key any more.</p>
    </ConfirmDialog>,
  );
  const dialog = await screen.findByRole('dialog', { name: 'End access' });
  const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('They cannot take the key any more.');
});
