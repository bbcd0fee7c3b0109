import { observable } from './observable.ts';
import { storedTheme } from './storage.ts';

export type Theme = 'system' | 'light' | 'dark';

const known = (value: string | null): Theme =>
  value === 'light' || value === 'dark' ? value : 'system';

const theme = observable<Theme>(known(storedTheme.read()));

/** Chooses the colour scheme; `system` follows the device. */
export const chooseTheme = (next: Theme): void => {
  theme.set(next);
  if (next === 'system') {
    storedTheme.clear();
    delete document.documentElement.dataset.theme;
  } else {
    storedTheme.write(next);
    document.documentElement.dataset.theme = next;
  }
};

/** The chosen colour scheme. */
export const useTheme = (): Theme => theme.use();
