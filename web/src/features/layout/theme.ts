import type { t } from '@keydesk/shared/texts/en/shell';
import type { ParametersOf } from '@keydesk/shared/texts/translator';
import { Monitor, Moon, Sun } from 'lucide-react';
import { storedTheme } from '../../lib/storage.ts';
import { createStore } from '../../lib/store.ts';

type Theme = 'system' | 'light' | 'dark';

const theme = createStore<Theme>(parseTheme(storedTheme.read()));

/** `system` follows the device. */
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

export function useTheme(): Theme {
  return theme.use();
}

function parseTheme(value: string | null): Theme {
  return value === 'light' || value === 'dark' ? value : 'system';
}

export const themeChoices = [
  { theme: 'system', label: 'system', Icon: Monitor },
  { theme: 'light', label: 'light', Icon: Sun },
  { theme: 'dark', label: 'dark', Icon: Moon },
] as const satisfies readonly {
  theme: Theme;
  label: keyof ParametersOf<typeof t>;
  Icon: typeof Sun;
}[];
