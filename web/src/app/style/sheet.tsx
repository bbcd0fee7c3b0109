import type { ReactNode } from 'react';
import { Schemes } from './schemes.tsx';

type SheetProps = {
  /** Address of the sheet within the page. */
  id: string;
  title: string;
  /** When to use what is shown. */
  text: string;
  /** Its specimens need the width of a page. */
  wide?: boolean;
  children: ReactNode;
};

/** One family of widgets. */
export const Sheet = ({ id, title, text, wide = false, children }: SheetProps) => (
  <section aria-labelledby={id} className="mb-12">
    <h2 id={id} className="scroll-mt-36 text-xl font-semibold tracking-tight">
      {title}
    </h2>
    <p className="mt-1 mb-4 max-w-prose text-muted">{text}</p>
    <Schemes label={title} wide={wide}>
      <div className="space-y-6">{children}</div>
    </Schemes>
  </section>
);

/** One group of specimens with its name. */
export const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <p className="mb-2.5 text-sm font-medium text-muted">{name}</p>
    {children}
  </div>
);
