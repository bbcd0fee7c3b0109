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
  'group relative flex min-h-16 flex-1 flex-col items-center justify-center gap-1 text-[min(0.75rem,max(12px,3.9vw))] font-semibold whitespace-nowrap text-muted transition-colors duration-150 hover:text-ink ' +
  'data-[status=active]:text-accent low:min-h-11 low:flex-row low:gap-2 tabs-above:min-h-11 tabs-above:flex-row tabs-above:gap-2 tabs-above:rounded-control tabs-above:px-4 tabs-above:text-sm tabs-above:data-[status=active]:bg-raised tabs-above:data-[status=active]:shadow-sm [&_svg]:size-6 tabs-above:[&_svg]:size-4.5';

/** A bar at the bottom on phones and tablets, above the page on wide screens. */
export function BottomTabBar({ tabs, label }: { tabs: readonly BottomTab[]; label: string }) {
  return (
    <nav
      aria-label={label}
      data-never-covered
      className="fixed print:hidden end-0 bottom-0 start-(--sidebar-width,0) z-30 flex border-t border-line bg-surface/95 pb-[env(safe-area-inset-bottom)] backdrop-blur tabs-above:static tabs-above:w-fit tabs-above:gap-1 tabs-above:rounded-control tabs-above:border-0 tabs-above:bg-sunken tabs-above:p-1 tabs-above:ring-1 tabs-above:ring-line tabs-above:ring-inset"
    >
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to as '/'} replace className={tabClassName}>
          <span className="relative">
            {tab.icon}
            {tab.count !== undefined && tab.count > 0 && (
              <Badge
                count={tab.count}
                className="absolute -top-1 start-[calc(100%+0.125rem)] low:hidden tabs-above:hidden"
              />
            )}
          </span>
          {tab.label}
          {tab.count !== undefined && tab.count > 0 && (
            <span className="hidden low:contents tabs-above:contents">
              <Badge count={tab.count} />
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
