import type { ReactNode } from 'react';

type PageHeaderProps = { title: ReactNode; text?: ReactNode; action?: ReactNode };

/** A page's heading with at most one line of text and its actions. */
export const PageHeader = ({ title, text, action }: PageHeaderProps) => (
  <header className="mb-5 flex flex-wrap items-center justify-between gap-x-2 gap-y-3 sm:gap-x-4">
    <div className="min-w-0">
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
      {text && <p className="mt-1 text-muted">{text}</p>}
    </div>
    {action && <div className="flex shrink-0 items-center gap-2">{action}</div>}
  </header>
);
