import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useDraft } from '../lib/draft.ts';
import { Dialog } from './dialog.tsx';

function renderDialog(modal: boolean) {
  const onClose = vi.fn();
  render(
    <Dialog open onClose={onClose} title="Scan again?" modal={modal}>
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

test('a modal dialog ignores Escape and has no button to close it', async () => {
  const onClose = renderDialog(true);
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
});

test('Escape never closes a dialog under another one, whichever has the focus', async () => {
  const onCloseLower = vi.fn();
  const lower = (
    <Dialog open onClose={onCloseLower} title="Edit key">
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

function Form() {
  const { text, submit } = useDraft(
    { room: 'Attic' },
    () => ({}),
    () => undefined,
  );
  return (
    <form onSubmit={submit}>
      <input aria-label="Room" {...text('room')} />
    </form>
  );
}

function renderForm() {
  const onClose = vi.fn();
  render(
    <Dialog open onClose={onClose} title="Edit key">
      <Form />
    </Dialog>,
  );
  return onClose;
}

const question = { name: 'Discard what you entered?' };

test('what was typed is lost neither by a click outside nor by Escape, which asks', async () => {
  const onClose = renderForm();
  const room = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Room' });
  await userEvent.type(room, ' 2');
  await userEvent.click(document.body);
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await screen.findByRole('dialog', question);
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog', question)).toBeNull());
  expect(room.value).toBe('Attic 2');
  room.focus();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a form closes without a question where nothing was typed, or it was taken back', async () => {
  const onClose = renderForm();
  const room = await screen.findByRole('textbox', { name: 'Room' });
  await userEvent.type(room, '2{Backspace}');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog', question)).toBeNull();
});

test('Close discards without a question', async () => {
  const onClose = renderForm();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Room' }), ' 2');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

/** What they hold is chosen or looked up, and sent or shown at once; the note of a shift has a form of its own. */
const withoutDraft = ['code-modal', 'lend-dialog', 'shift-handover', 'shift-list'];

test('every dialog with fields says what it would lose', () => {
  const sources = import.meta.glob<string>('../features/**/*.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const silent = Object.entries(sources)
    .filter(
      ([path, source]) =>
        !path.includes('.test.') &&
        /<(Form)?Dialog\s/.test(source) &&
        /<([A-Z]\w*Field|PersonPicker|FileButton|input|textarea|select)\s/.test(source) &&
        !/\buse(Draft|Unsaved)\(|\bunsaved=/.test(source),
    )
    .map(([path]) => path.replace(/^.*\/|\.tsx$/g, ''));
  expect(silent.toSorted()).toEqual(withoutDraft);
});
