import { Menu } from '@base-ui/react/menu';
import type { User } from '@keydesk/shared/users/user';
import { Link } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { menuItemClassName, TopBarMenu } from './top-bar-menu.tsx';

type UserPopupProps = {
  button: ComponentProps<typeof Menu.Trigger>;
  user: User;
  onLogout: () => void;
};

/** The user button with its menu. */
export function UserPopup({ button, user, onLogout }: UserPopupProps) {
  return (
    <TopBarMenu button={button}>
      <div className="mb-1.5 border-b border-line px-3 pt-2 pb-3">
        <p className="font-semibold">{user.name}</p>
        <p className="max-w-64 truncate text-sm text-muted">{user.email}</p>
      </div>
      <Menu.LinkItem
        closeOnClick
        className={menuItemClassName}
        render={<Link to="/dashboard/profile" />}
      >
        <UserRound aria-hidden />
        Profile
      </Menu.LinkItem>
      <Menu.Item className={menuItemClassName} onClick={onLogout}>
        <LogOut aria-hidden />
        Logout
      </Menu.Item>
    </TopBarMenu>
  );
}
