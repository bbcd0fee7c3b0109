/** What other features may use of settings. */
export type { CurrentSettings } from './current-settings.ts';
