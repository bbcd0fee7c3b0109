import { Menu } from '@base-ui/react/menu';
import type { User } from '@keydesk/shared/users/user';
import { Link } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFirstPress } from '../../ui/late-popup.tsx';
import { menuItemLook, menuPopupLook } from './menu-look.ts';

type UserPopupProps = {
  button: ComponentProps<typeof Menu.Trigger>;
  user: User;
  onLogout: () => void;
};

/** The button of the user's menu with the menu. */
export const UserPopup = ({ button, user, onLogout }: UserPopupProps) => (
  <Menu.Root>
    <Menu.Trigger {...button} ref={useFirstPress()} />
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
