import { Link } from '@tanstack/react-router';
import {
  Bell,
  ChartLine,
  House,
  Info,
  KeyRound,
  LogOut,
  type LucideIcon,
  ScrollText,
  Server,
  Undo2,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { useState } from 'react';
import { useWideScreen } from '../../lib/hooks.ts';
import { sidebarCollapsed } from '../../lib/storage.ts';
import { classNames } from '../../ui/class-names.ts';
import type { SidebarIcon, SidebarLink } from './sidebar-links.ts';

const icons: Record<SidebarIcon, LucideIcon> = {
  home: House,
  return: Undo2,
  users: UsersRound,
  keys: KeyRound,
  reports: ChartLine,
  audit: ScrollText,
  system: Server,
  notifications: Bell,
  profile: UserRound,
  about: Info,
};

const itemClassName =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-[0.9375rem] font-medium text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:text-accent [&_svg]:size-5 [&_svg]:shrink-0';

type SidebarNavProps = {
  links: readonly SidebarLink[];
  /** Only icons show; labels remain for those who listen. */
  narrow: boolean;
  onNavigate?: () => void;
  onLogout: () => void;
};

/** The places a role can go, and the way out. */
export function SidebarNav({ links, narrow, onNavigate, onLogout }: SidebarNavProps) {
  const labelLook = classNames('truncate', narrow && 'sr-only');
  return (
    <nav aria-label="Main" className="flex h-full flex-col gap-1 overflow-y-auto p-3">
      {links.map((link) => {
        const Icon = icons[link.icon];
        return (
          <Link
            key={link.to}
            to={link.to}
            title={narrow ? link.label : undefined}
            activeOptions={{ exact: link.exact ?? false }}
            onClick={() => onNavigate?.()}
            className={itemClassName}
          >
            <Icon aria-hidden />
            <span className={labelLook}>{link.label}</span>
          </Link>
        );
      })}
      <button
        type="button"
        title={narrow ? 'Logout' : undefined}
        onClick={onLogout}
        className={classNames(itemClassName, 'mt-auto text-left')}
      >
        <LogOut aria-hidden />
        <span className={labelLook}>Logout</span>
      </button>
    </nav>
  );
}

/** Open beside a wide page unless folded away; closed over a narrow one unless opened. */
export function useSidebar() {
  const wide = useWideScreen();
  const [folded, setFolded] = useState(() => sidebarCollapsed.read() === 'yes');
  const [overlaid, setOverlaid] = useState(false);
  if (wide && overlaid) setOverlaid(false);
  const toggle = () => {
    if (!wide) return setOverlaid(!overlaid);
    sidebarCollapsed.write(folded ? 'no' : 'yes');
    setFolded(!folded);
  };
  return { wide, open: wide ? !folded : overlaid, toggle, close: () => setOverlaid(false) };
}
