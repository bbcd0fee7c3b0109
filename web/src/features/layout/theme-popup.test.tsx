import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { setTheme } from './theme.ts';
import { ThemePopup } from './top-bar-popups.tsx';

afterEach(() => act(() => setTheme('system')));

function renderMenu() {
  render(<ThemePopup button={{ children: 'Colour scheme' }} />);
}

async function choose(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('menuitemradio', { name }));
}

test('the menu opens by itself, on the scheme of the device', async () => {
  renderMenu();
  const system = await screen.findByRole('menuitemradio', { name: 'System' });
  expect(system.getAttribute('aria-checked')).toBe('true');
});

test('a chosen scheme holds for the page and is remembered', async () => {
  renderMenu();
  await choose('Dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('back to the scheme of the device nothing is remembered', async () => {
  act(() => setTheme('light'));
  renderMenu();
  await choose('System');
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(localStorage.getItem('theme')).toBeNull();
});
