import type { User } from '@keydesk/shared/users/user';
import { initialsOf } from '../../lib/initials.ts';
import { late } from '../../ui/late.tsx';
import { LatePopup } from '../../ui/late-popup.tsx';

const UserPopup = late(() => import('./user-popup.tsx').then((module) => module.UserPopup));

type UserMenuProps = { user: User; onLogout: () => void };

/** Who is signed in, their profile and the way out. */
export const UserMenu = ({ user, onLogout }: UserMenuProps) => {
  const button = {
    'aria-label': `User menu, ${user.name}`,
    title: user.name,
    className: 'grid size-11 shrink-0 place-items-center rounded-full',
    children: (
      <span
        aria-hidden
        className="grid size-9 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent"
      >
        {initialsOf(user.name)}
      </span>
    ),
  };
  return (
    <LatePopup
      {...button}
      aria-haspopup="menu"
      load={UserPopup.load}
      loaded={<UserPopup button={button} user={user} onLogout={onLogout} />}
    />
  );
};
