import { Monitor, Moon, Sun } from 'lucide-react';
import type { Theme } from '../../lib/theme.ts';

/** The colour schemes to choose from. */
export const themeChoices = [
  { theme: 'system', label: 'System', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
] as const satisfies readonly { theme: Theme; label: string; Icon: typeof Sun }[];
