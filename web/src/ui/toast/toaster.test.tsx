import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  holdToasts,
  showActionToast,
  showError,
  showOffer,
  showSuccess,
  withdrawToast,
} from './show-toast.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => void vi.useFakeTimers());

async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

test('messages from before the toaster was loaded are shown', async () => {
  showError('The server cannot be reached.');
  render(<Toaster />);
  await pass(0);
  expect(screen.getByText('The server cannot be reached.')).toBeTruthy();
});

test('the same message twice is shown once', async () => {
  render(<Toaster />);
  act(() => {
    showSuccess('Key saved');
    showSuccess('Key saved');
  });
  await pass(0);
  expect(screen.getAllByText('Key saved')).toHaveLength(1);
});

test('an error goes after five seconds', async () => {
  render(<Toaster />);
  act(() => showError('Key not found'));
  await pass(4_900);
  expect(screen.getByText('Key not found')).toBeTruthy();
  await pass(1_000);
  expect(screen.queryByText('Key not found')).toBeNull();
});

test('an offer stays until its action is taken', async () => {
  const onPress = vi.fn();
  render(<Toaster />);
  act(() => showOffer('A new version is ready', { label: 'Reload', onPress }));
  await pass(60_000);
  fireEvent.click(screen.getByText('Reload'));
  expect(onPress).toHaveBeenCalledTimes(1);
});

test('what just happened goes with its action after twenty seconds', async () => {
  render(<Toaster />);
  act(() => showActionToast('Key A-101 was handed to you', { label: 'Not me', onPress: vi.fn() }));
  await pass(19_000);
  expect(screen.getByText('Not me')).toBeTruthy();
  await pass(2_000);
  expect(screen.queryByText('Not me')).toBeNull();
});

test('a message can be dismissed', async () => {
  render(<Toaster />);
  act(() => showError('Key not found'));
  await pass(0);
  fireEvent.click(screen.getByLabelText('Dismiss'));
  await pass(1_000);
  expect(screen.queryByText('Key not found')).toBeNull();
});

test('at most three are shown at a time, the newest', async () => {
  render(<Toaster />);
  act(() => {
    for (const text of ['One', 'Two', 'Three', 'Four']) showError(text);
  });
  await pass(0);
  const shown = ['One', 'Two', 'Three', 'Four'].filter(
    (text) => !screen.getByText(text).closest('[data-limited]'),
  );
  expect(shown).toEqual(['Two', 'Three', 'Four']);
});

test('while a code is shown, messages wait, and keep their time', async () => {
  render(<Toaster />);
  act(() => showError('Seen before'));
  let release: () => void = () => undefined;
  act(() => {
    release = holdToasts();
    showError('Meanwhile');
  });
  await pass(10_000);
  expect(screen.queryByText('Meanwhile')).toBeNull();
  act(() => release());
  await pass(4_900);
  expect(screen.getByText('Meanwhile')).toBeTruthy();
});

test.each([
  ['tabs at the upper edge', undefined, 'bottom-'],
  ['a dialog, which makes room for them', 'dialog', 'top-3'],
])('messages over %s go where they cover nothing', async (_, role, place) => {
  const box = (top: number) => new DOMRect(100, top, 200, 40);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return box(this.hasAttribute('data-never-covered') ? 60 : 12);
  });
  render(
    <>
      <div data-never-covered />
      <div role={role} />
      <Toaster />
    </>,
  );
  act(() => showActionToast('Key A-101 was handed to you', { label: 'Not me', onPress: vi.fn() }));
  await pass(0);
  const viewport = screen.getByRole('region', { name: /notification/i });
  expect(viewport.className).toContain(place);
  vi.restoreAllMocks();
});

test('a message goes at once when what it is about does not hold any more', async () => {
  render(<Toaster />);
  act(() => {
    showActionToast('Key A-101 is back', { label: 'Show', onPress: vi.fn() }, 'a-101');
    showSuccess('Key saved');
  });
  await pass(0);
  expect(screen.getByText('A-101').className).toBe('whitespace-nowrap');
  act(() => withdrawToast('a-101'));
  await pass(1_000);
  expect(screen.queryByText('A-101')).toBeNull();
  expect(screen.getByText('Key saved')).toBeTruthy();
  const end = holdToasts();
  act(() => showActionToast('Key A-102 is back', { label: 'Show', onPress: vi.fn() }, 'a-102'));
  act(() => withdrawToast('a-102'));
  act(() => end());
  await pass(0);
  expect(screen.queryByText('A-102')).toBeNull();
});
