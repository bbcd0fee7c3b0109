import type { ReactNode } from 'react';

type EmptyStateProps = {
  title: string;
  /** `h1` where the page has no other heading. */
  as?: 'p' | 'h1';
  text?: string;
  icon?: ReactNode;
  action?: ReactNode;
};

/** Nothing to show, and what to do about it. */
export const EmptyState = ({ title, as: Title = 'p', text, icon, action }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-1.5 px-6 py-14 text-center">
    {icon && (
      <div className="mb-3 grid size-14 place-items-center rounded-full bg-accent-soft text-accent [&_svg]:size-6">
        {icon}
      </div>
    )}
    <Title className="text-lg font-semibold">{title}</Title>
    {text && <p className="max-w-sm text-muted">{text}</p>}
    {action && <div className="mt-4">{action}</div>}
  </div>
);
