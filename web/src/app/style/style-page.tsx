import { PageHeader } from '../../ui/page.tsx';
import { ButtonSection, FieldSection } from './controls.tsx';
import { BadgeSection, StateSection } from './feedback.tsx';
import { ColourSection, TypographySection } from './foundations.tsx';
import { ListSection, NavigationSection } from './lists-and-navigation.tsx';
import { OverlaySection } from './overlays.tsx';

/** Every widget in both colour schemes. The page exists in development only. */
export function StylePage() {
  return (
    <>
      <PageHeader
        title="Style"
        text="Every widget in both colour schemes, as the product draws it. Hover, focus and press work."
      />
      <SectionLinks />
      <ColourSection />
      <TypographySection />
      <ButtonSection />
      <FieldSection />
      <BadgeSection />
      <NavigationSection />
      <ListSection />
      <StateSection />
      <OverlaySection />
    </>
  );
}

const sections = [
  ['colours', 'Colours'],
  ['type', 'Type'],
  ['buttons', 'Buttons'],
  ['fields', 'Fields'],
  ['badges', 'Badges'],
  ['navigation', 'Tabs'],
  ['lists', 'Lists'],
  ['states', 'States'],
  ['overlays', 'Overlays'],
] as const;

/** Links to every section, which stay in view while scrolling. */
function SectionLinks() {
  return (
    <nav
      aria-label="Sheets"
      className="sticky top-15 z-20 -mx-4 mb-8 flex gap-1 overflow-x-auto border-b border-line bg-canvas px-4 py-2 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8"
    >
      {sections.map(([id, label]) => (
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
}
