import type { User } from '@keydesk/shared/people/user';
import { t } from '@keydesk/shared/texts/en/shell';
import type { ReactNode } from 'react';
import { useProductName } from '../../lib/config.ts';
import { useHasOpened } from '../../lib/hooks.ts';
import { classNames } from '../../ui/class-names.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { type AccessPages, SidebarNav, sidebarLinks, useSidebar } from './sidebar.tsx';
import { TopBar, UserMenu } from './top-bar.tsx';

const SidebarOverlay = lazyComponent(() => import('./sidebar-overlay.tsx'), 'SidebarOverlay');

type ShellProps = {
  user: User;
  home: string;
  onLogout: () => void;
  bell?: ReactNode;
  access: AccessPages;
  waitingUsers: number;
  atDeskComputer: boolean;
  children: ReactNode;
};

export function Shell(props: ShellProps) {
  const { user, home, onLogout, bell, access, waitingUsers, atDeskComputer, children } = props;
  const sidebar = useSidebar();
  const overlayOpened = useHasOpened(sidebar.open && !sidebar.wide);
  const productName = useProductName();
  const groups = sidebarLinks({ role: user.role, home, access, waitingUsers, atDeskComputer });
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#page"
        className="fixed top-2 start-2 z-50 -translate-y-[200%] rounded-control bg-raised px-4 py-3 font-semibold text-accent focus:translate-y-0 focus:shadow-float"
      >
        {t('skip-to-content')}
      </a>
      <TopBar sidebarOpen={sidebar.open} onToggleSidebar={sidebar.toggle}>
        {bell}
        <UserMenu user={user} onLogout={onLogout} />
      </TopBar>
      <div
        className={classNames(
          'flex flex-1',
          sidebar.wide && sidebarWidth[sidebar.open ? 'open' : 'narrow'],
        )}
      >
        {sidebar.wide ? (
          <aside
            className={classNames(
              'sticky print:hidden top-[calc(--spacing(15)+1px)] h-[calc(100dvh-(--spacing(15))-1px)] shrink-0 border-e border-line bg-surface transition-[width] duration-200 ease-out-soft',
              sidebar.open ? 'w-64' : 'w-17',
            )}
          >
            <SidebarNav groups={groups} narrow={!sidebar.open} onLogout={onLogout} />
          </aside>
        ) : (
          overlayOpened && (
            <SidebarOverlay open={sidebar.open} title={productName} onClose={sidebar.close}>
              <SidebarNav
                groups={groups}
                narrow={false}
                onNavigate={sidebar.close}
                onLogout={onLogout}
              />
            </SidebarOverlay>
          )
        )}
        <main id="page" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <div className="mx-auto w-full max-w-6xl px-4 pt-5 pb-28 sm:px-6 lg:px-8 lg:pt-7 tabs-above:pb-12">
            {children}
          </div>
        </main>
      </div>
    </div>
  );
}

/** For fixed elements at the bottom of the page, beside the sidebar. */
const sidebarWidth = {
  open: '[--sidebar-width:--spacing(64)]',
  narrow: '[--sidebar-width:--spacing(17)]',
};
