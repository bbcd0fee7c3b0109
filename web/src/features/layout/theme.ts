import { storedTheme } from '../../lib/storage.ts';
import { createStore } from '../../lib/store.ts';

type Theme = 'system' | 'light' | 'dark';

const theme = createStore<Theme>(parseTheme(storedTheme.read()));

/** `system` follows the device. */
export function setTheme(chosen: string): void {
  const next = parseTheme(chosen);
  theme.set(next);
  if (next === 'system') {
    storedTheme.clear();
    delete document.documentElement.dataset.theme;
  } else {
    storedTheme.write(next);
    document.documentElement.dataset.theme = next;
  }
}

export function useTheme(): Theme {
  return theme.use();
}

function parseTheme(value: string | null): Theme {
  return value === 'light' || value === 'dark' ? value : 'system';
}
