import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

type StyleSectionProps = {
  /** Anchor of the section within the page. */
  id: string;
  title: string;
  /** When to use these widgets. */
  text: string;
  /** Its examples need the width of a page. */
  wide?: boolean;
  children: ReactNode;
};

/** One family of widgets. */
export function StyleSection({ id, title, text, wide = false, children }: StyleSectionProps) {
  return (
    <section aria-labelledby={id} className="mb-12">
      <h2 id={id} className="scroll-mt-36 text-xl font-semibold tracking-tight">
        {title}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-muted">{text}</p>
      <BothColourSchemes label={title} wide={wide}>
        <div className="space-y-6">{children}</div>
      </BothColourSchemes>
    </section>
  );
}

/** The same in both colour schemes, side by side, whatever scheme is chosen. */
function BothColourSchemes({ label, wide = false, children }: BothColourSchemesProps) {
  return (
    <div className={classNames('grid gap-4', !wide && 'xl:grid-cols-2')}>
      {colourSchemes.map(({ name, className, Icon }) => (
        <section
          key={name}
          aria-label={`${label}, ${name.toLowerCase()}`}
          className={`${className} min-w-0 rounded-card border border-line bg-canvas p-4 text-ink sm:p-5`}
        >
          <p className="mb-4 flex items-center gap-1.5 text-xs font-semibold text-muted">
            <Icon aria-hidden className="size-3.5" />
            {name}
          </p>
          {children}
        </section>
      ))}
    </div>
  );
}

/** One group of examples with its name. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-2.5 text-sm font-medium text-muted">{name}</p>
      {children}
    </div>
  );
}

const colourSchemes = [
  { name: 'Light', className: 'always-light', Icon: Sun },
  { name: 'Dark', className: 'always-dark', Icon: Moon },
] as const;

type BothColourSchemesProps = {
  label: string;
  /** Needs the width of a page: the schemes are shown one below the other. */
  wide?: boolean;
  children: ReactNode;
};
