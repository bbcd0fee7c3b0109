import { storedTheme } from './storage.ts';
import { createStore } from './store.ts';

export type Theme = 'system' | 'light' | 'dark';

const theme = createStore<Theme>(parseTheme(storedTheme.read()));

/** Chooses the colour scheme; `system` follows the device. */
export function setTheme(next: Theme): void {
  theme.set(next);
  if (next === 'system') {
    storedTheme.clear();
    delete document.documentElement.dataset.theme;
  } else {
    storedTheme.write(next);
    document.documentElement.dataset.theme = next;
  }
}

/** The chosen colour scheme. */
export function useTheme(): Theme {
  return theme.use();
}

function parseTheme(value: string | null): Theme {
  return value === 'light' || value === 'dark' ? value : 'system';
}
