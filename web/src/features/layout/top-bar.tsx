import type { User } from '@keydesk/shared/people/user';
import { t } from '@keydesk/shared/texts/en/shell';
import { Link } from '@tanstack/react-router';
import { CloudOff, Menu, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProductName } from '../../lib/config.ts';
import { initialsOf } from '../../lib/format.ts';
import { useConnection } from '../../lib/live/connection.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { LazyPopover, lazyComponent } from '../../ui/lazy-component.tsx';

type TopBarProps = {
  sidebarOpen: boolean;
  onToggleSidebar: () => void;
  children: ReactNode;
};

export function TopBar({ sidebarOpen, onToggleSidebar, children }: TopBarProps) {
  return (
    <header className="sticky print:hidden top-0 z-30 border-b border-line bg-surface/95 pt-[env(safe-area-inset-top)] backdrop-blur">
      <div className="flex h-15 items-center gap-1 px-2 sm:px-3 max-[240px]:gap-0">
        <IconButton
          label={sidebarOpen ? t('close-menu') : t('open-menu')}
          aria-expanded={sidebarOpen}
          icon={<Menu />}
          onClick={onToggleSidebar}
        />
        <Link
          to="/dashboard"
          className="flex min-h-11 min-w-0 items-center gap-2 rounded-control px-1.5 max-[240px]:hidden"
        >
          <img src="/favicon.svg" alt="" className="size-8 shrink-0" />
          <span className="truncate text-[min(1rem,max(16px,4.6vw))] font-semibold tracking-tight max-[360px]:sr-only">
            {useProductName()}
          </span>
        </Link>
        <div className="ms-auto flex shrink-0 items-center gap-1 max-[240px]:gap-0">
          <ConnectionIndicator />
          {children}
        </div>
      </div>
    </header>
  );
}

/** Warns that the page may be out of date; empty while connected. */
function ConnectionIndicator() {
  const connection = useConnection();
  return (
    <div role="status" aria-live="polite">
      {connection === 'offline' && (
        <StatusPill tone="out" icon={<CloudOff aria-hidden />}>
          <span className="max-sm:sr-only">{t('offline')}</span>
        </StatusPill>
      )}
      {connection === 'reconnecting' && (
        // Connecting is usually quick, so this appears only after a moment.
        <div className="animate-fade-in [animation-delay:1.5s] [animation-fill-mode:backwards]">
          <StatusPill tone="neutral" icon={<RefreshCw aria-hidden />}>
            <span className="max-sm:sr-only">{t('connecting')}</span>
          </StatusPill>
        </div>
      )}
    </div>
  );
}

const UserPopup = lazyComponent(() => import('./top-bar-popups.tsx'), 'UserPopup');

type UserMenuProps = { user: User; onLogout: () => void };

export function UserMenu({ user, onLogout }: UserMenuProps) {
  const button = {
    'aria-label': t('user-menu', { name: user.name }),
    title: user.name,
    className: 'grid size-11 shrink-0 place-items-center rounded-full',
    children: (
      <span
        aria-hidden
        className="grid size-9 place-items-center rounded-full bg-accent-soft text-[min(0.875rem,max(14px,3.8vw))] font-semibold text-accent"
      >
        {initialsOf(user.name)}
      </span>
    ),
  };
  return (
    <LazyPopover
      {...button}
      aria-haspopup="menu"
      load={UserPopup.load}
      loaded={<UserPopup button={button} user={user} onLogout={onLogout} />}
    />
  );
}
