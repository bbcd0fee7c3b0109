import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

function renderDialog(insistent: boolean) {
  const onClose = vi.fn();
  render(
    <Dialog open onClose={onClose} title="Scan again?" insistent={insistent}>
      The code has expired.
    </Dialog>,
  );
  return onClose;
}

test('a dialog is named by its title', async () => {
  renderDialog(false);
  expect(await screen.findByRole('dialog', { name: 'Scan again?' })).toBeTruthy();
});

test('Escape closes a dialog', async () => {
  const onClose = renderDialog(false);
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('its button closes a dialog', async () => {
  const onClose = renderDialog(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('an insistent dialog ignores Escape and has no button to close it', async () => {
  const onClose = renderDialog(true);
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
});

test('Escape never closes a dialog under another one, whichever has the focus', async () => {
  const onCloseLower = vi.fn();
  const lower = (
    <Dialog open onClose={onCloseLower} title="Edit Key">
      <input aria-label="Room" />
    </Dialog>
  );
  const { rerender } = render(lower);
  const room = await screen.findByRole('textbox', { name: 'Room' });
  rerender(
    <>
      {lower}
      <Dialog open onClose={vi.fn()} title="Confirm sign-in">
        Who are you?
      </Dialog>
    </>,
  );
  await screen.findByRole('dialog', { name: 'Confirm sign-in' });
  room.focus();
  fireEvent.keyDown(room, { key: 'Escape' });
  expect(onCloseLower).not.toHaveBeenCalled();
});
