const deskTabs = ['scanner', 'available', 'unavailable'] as const;
type DeskTab = (typeof deskTabs)[number];

/** The tab that an address names; the guard lets no other name through. */
export const deskTabNamed = (name: unknown): DeskTab =>
  deskTabs.find((tab) => tab === name) ?? 'scanner';
