import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

const schemes = [
  { name: 'Light', look: 'always-light', Icon: Sun },
  { name: 'Dark', look: 'always-dark', Icon: Moon },
] as const;

type SchemesProps = {
  label: string;
  /** Needs the width of a page: the schemes stand below each other. */
  wide?: boolean;
  children: ReactNode;
};

/** The same in both colour schemes, side by side, whatever the switch or the device says. */
export const Schemes = ({ label, wide = false, children }: SchemesProps) => (
  <div className={classNames('grid gap-4', !wide && 'xl:grid-cols-2')}>
    {schemes.map(({ name, look, Icon }) => (
      <section
        key={name}
        aria-label={`${label}, ${name.toLowerCase()}`}
        className={`${look} min-w-0 rounded-card border border-line bg-canvas p-4 text-ink sm:p-5`}
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
