import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';

export type BottomTab = {
  to: string;
  label: string;
  icon: ReactNode;
  /** Shown as a badge when above zero. */
  count?: number | undefined;
};

const tabClassName =
  'group relative flex min-h-16 flex-1 flex-col items-center justify-center gap-1 text-xs font-medium whitespace-nowrap text-muted transition-colors duration-150 hover:text-ink ' +
  'data-[status=active]:text-accent lg:min-h-11 lg:flex-row lg:gap-2 lg:rounded-[0.5625rem] lg:px-4 lg:text-sm lg:data-[status=active]:bg-raised lg:data-[status=active]:shadow-sm [&_svg]:size-6 lg:[&_svg]:size-4.5';

/** Tabs of a dashboard: a bar at the bottom on phones, above the page on wide screens. */
export function BottomTabBar({ tabs, label }: { tabs: readonly BottomTab[]; label: string }) {
  return (
    <nav
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface/95 pb-[env(safe-area-inset-bottom)] backdrop-blur lg:static lg:mb-6 lg:w-fit lg:gap-1 lg:rounded-control lg:border-0 lg:bg-sunken lg:p-1 lg:ring-1 lg:ring-line lg:ring-inset"
    >
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to as '/'} replace className={tabClassName}>
          <span className="relative">
            {tab.icon}
            {tab.count !== undefined && tab.count > 0 && (
              <Badge
                count={tab.count}
                tone="accent"
                className="absolute -top-2 left-4.5 ring-2 ring-surface lg:hidden"
              />
            )}
          </span>
          {tab.label}
          {tab.count !== undefined && tab.count > 0 && (
            <Badge count={tab.count} className="max-lg:hidden" />
          )}
        </Link>
      ))}
    </nav>
  );
}
