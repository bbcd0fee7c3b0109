import type { SettingsDraft, SettingsFaults, SettingsGroup } from './settings-draft.ts';

/** What a tab is given: its group of settings, what is wrong, and how to change one. */
export type PanelProps<G extends SettingsGroup> = {
  values: SettingsDraft[G];
  faults: SettingsFaults;
  change: (part: Partial<SettingsDraft[G]>) => void;
};
