import { late } from '../../ui/late.tsx';

/** Tabs whose code comes when they are opened, beside the page that draws them. */
export const DeskAvailableTab = late(() =>
  import('./desk-available-tab.tsx').then((module) => module.DeskAvailableTab),
);
export const DeskUnavailableTab = late(() =>
  import('./desk-unavailable-tab.tsx').then((module) => module.DeskUnavailableTab),
);
export const FacultyKeylistTab = late(() =>
  import('./faculty-keylist-tab.tsx').then((module) => module.FacultyKeylistTab),
);

/** Loads a tab; one that is lost says so itself where it is drawn, and leaves the page around it. */
export const loadTab = (tab: { load: () => Promise<unknown> }): Promise<unknown> =>
  tab.load().catch(() => undefined);
