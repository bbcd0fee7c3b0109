const sheets = [
  ['colours', 'Colours'],
  ['type', 'Type'],
  ['buttons', 'Buttons'],
  ['fields', 'Fields'],
  ['signs', 'Badges'],
  ['navigation', 'Tabs'],
  ['lists', 'Lists'],
  ['states', 'States'],
  ['overlays', 'Overlays'],
] as const;

/** The way to every sheet, in reach however far one has scrolled. */
export const SheetLinks = () => (
  <nav
    aria-label="Sheets"
    className="sticky top-15 z-20 -mx-4 mb-8 flex gap-1 overflow-x-auto border-b border-line bg-canvas px-4 py-2 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8"
  >
    {sheets.map(([id, label]) => (
      <a
        key={id}
        href={`#${id}`}
        className="inline-flex min-h-11 shrink-0 items-center rounded-control px-3.5 text-sm font-medium text-muted hover:bg-sunken hover:text-ink"
      >
        {label}
      </a>
    ))}
  </nav>
);
