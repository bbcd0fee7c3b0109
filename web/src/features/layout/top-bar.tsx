import type { User } from '@keydesk/shared/people/user';
import { t } from '@keydesk/shared/texts/en/shell';
import { listLanguages } from '@keydesk/shared/texts/known-languages';
import { spokenLanguage } from '@keydesk/shared/texts/translator';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CloudOff, LogOut, Menu, RefreshCw, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverMessage } from '../../lib/api.ts';
import { useProductName } from '../../lib/config.ts';
import { initialsOf } from '../../lib/format.ts';
import { useConnection } from '../../lib/live/connection.ts';
import { useDeskComputer } from '../../lib/session.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { EntriesMenu } from '../../ui/menu.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import { chooseLanguage } from '../session/own-language.ts';
import { setTheme, useTheme } from './theme.ts';

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

const languages = listLanguages();

type UserMenuProps = { user: User; onLogout: () => void };

export function UserMenu({ user, onLogout }: UserMenuProps) {
  const theme = useTheme();
  const atDeskComputer = useDeskComputer() !== null;
  const changeLanguage = useMutation({
    mutationFn: chooseLanguage,
    onError: (cause) => showError(serverMessage(cause, t('language-not-saved'))),
  });
  return (
    <EntriesMenu
      aria-label={t('user-menu', { name: user.name })}
      title={user.name}
      className="grid size-11 shrink-0 place-items-center rounded-full"
      heading={
        <>
          <p className="font-semibold">{user.name}</p>
          <p className="max-w-64 truncate text-sm text-muted">
            <bdi>{user.email}</bdi>
          </p>
        </>
      }
      groups={[
        [{ label: t('profile'), icon: <UserRound aria-hidden />, to: '/dashboard/profile' }],
        [
          {
            label: t('colour-scheme'),
            value: theme,
            onChange: setTheme,
            options: [
              { value: 'system', label: t('system') },
              { value: 'light', label: t('light') },
              { value: 'dark', label: t('dark') },
            ],
          },
        ],
        [
          languages.length > 1 &&
            !(atDeskComputer && user.language) && {
              label: t('language'),
              value: spokenLanguage(),
              onChange: (code) => changeLanguage.mutate(code),
              options: languages.map(({ code, name }) => ({
                value: code,
                label: name,
                lang: code,
              })),
            },
        ],
        [{ label: t('logout'), icon: <LogOut aria-hidden />, onSelect: onLogout }],
      ]}
    >
      <span
        aria-hidden
        className="grid size-9 place-items-center rounded-full bg-accent-soft text-[min(0.875rem,max(14px,3.8vw))] font-semibold text-accent"
      >
        {initialsOf(user.name)}
      </span>
    </EntriesMenu>
  );
}
