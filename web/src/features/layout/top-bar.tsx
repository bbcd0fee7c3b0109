import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProductName } from '../../lib/config.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ConnectionSign } from './connection-sign.tsx';
import { ThemeMenu } from './theme-menu.tsx';

type TopBarProps = {
  sidebarOpen: boolean;
  onToggleSidebar: () => void;
  /** What stands at the end: notifications, the user's menu. */
  children: ReactNode;
};

/** Logo, product title, connection and personal menus. */
export const TopBar = ({ sidebarOpen, onToggleSidebar, children }: TopBarProps) => (
  <header className="sticky top-0 z-30 border-b border-line bg-surface/95 pt-[env(safe-area-inset-top)] backdrop-blur">
    <div className="flex h-15 items-center gap-1 px-2 sm:px-3">
      <IconButton
        label={sidebarOpen ? 'Close menu' : 'Open menu'}
        aria-expanded={sidebarOpen}
        icon={<Menu />}
        onClick={onToggleSidebar}
      />
      <Link
        to="/dashboard"
        className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-control px-1.5"
      >
        <img src="/favicon.svg" alt="" className="size-8 shrink-0" />
        <span className="truncate text-lg font-semibold tracking-tight">{useProductName()}</span>
      </Link>
      <div className="ml-auto flex shrink-0 items-center gap-1">
        <ConnectionSign />
        <ThemeMenu />
        {children}
      </div>
    </div>
  </header>
);
