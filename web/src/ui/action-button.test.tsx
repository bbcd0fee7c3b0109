import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { updateConnection } from '../lib/live/connection.ts';
import { ActionButton, OfflineReason } from './action-button.tsx';
import { receiveToasts } from './toast/show-toast.ts';

const hint = 'Not available offline. Try again when you are back online.';

afterEach(() => act(() => updateConnection({ serverAnswers: true })));

function renderButton() {
  const onClick = vi.fn();
  render(
    <>
      <ActionButton onClick={onClick}>Save</ActionButton>
      <OfflineReason />
    </>,
  );
  return { onClick, button: screen.getByRole('button', { name: 'Save' }) };
}

test('with a connection a click does what the button says', async () => {
  const { onClick, button } = renderButton();
  await userEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('a busy button ignores presses, and sends no form, but can keep the focus', async () => {
  const [onClick, onSubmit] = [vi.fn(), vi.fn()];
  render(
    <form onSubmit={onSubmit}>
      <input aria-label="Reason" />
      <ActionButton type="submit" busy onClick={onClick}>
        Collect
      </ActionButton>
    </form>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Collect' });
  await userEvent.click(button);
  await userEvent.type(screen.getByRole('textbox'), '{Enter}');
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
  // Browsers take the focus from a disabled button, and it would be lost when a refusal comes.
  expect(button.disabled).toBe(false);
});

test('offline a click does nothing and says why', async () => {
  const toasts: string[] = [];
  const stop = receiveToasts(({ text }) => toasts.push(text));
  const { onClick, button } = renderButton();
  act(() => updateConnection({ serverAnswers: false }));
  await userEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(toasts).toEqual([hint]);
  stop();
});

test('offline screen readers are told why a button does not work', () => {
  const { button } = renderButton();
  act(() => updateConnection({ serverAnswers: false }));
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe(hint);
});
