import { Menu } from '@base-ui/react/menu';
import type { User } from '@keydesk/shared/users/user';
import { Link } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
import { initialsOf } from '../../lib/initials.ts';
import { menuItemLook, menuPopupLook } from './menu-look.ts';

type UserMenuProps = { user: User; onLogout: () => void };

/** Who is signed in, their profile and the way out. */
export const UserMenu = ({ user, onLogout }: UserMenuProps) => (
  <Menu.Root>
    <Menu.Trigger
      aria-label={`User menu, ${user.name}`}
      title={user.name}
      className="grid size-11 shrink-0 place-items-center rounded-full"
    >
      <span
        aria-hidden
        className="grid size-9 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent"
      >
        {initialsOf(user.name)}
      </span>
    </Menu.Trigger>
    <Menu.Portal>
      <Menu.Positioner align="end" sideOffset={12} className="z-40">
        <Menu.Popup className={menuPopupLook}>
          <div className="mb-1.5 border-b border-line px-3 pt-2 pb-3">
            <p className="font-semibold">{user.name}</p>
            <p className="max-w-64 truncate text-sm text-muted">{user.email}</p>
          </div>
          <Menu.LinkItem
            closeOnClick
            className={menuItemLook}
            render={<Link to="/dashboard/profile" />}
          >
            <UserRound aria-hidden />
            Profile
          </Menu.LinkItem>
          <Menu.Item className={menuItemLook} onClick={onLogout}>
            <LogOut aria-hidden />
            Logout
          </Menu.Item>
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
);
