import { Menu } from '@base-ui/react/menu';
import type { User } from '@keydesk/shared/people/user';
import { t } from '@keydesk/shared/texts/en/shell';
import { Link } from '@tanstack/react-router';
import { Check, LogOut, UserRound } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useBackCloses } from '../../lib/overlay-history.ts';
import { useOpenOnMount } from '../../ui/lazy-component.tsx';
import { setTheme, themeChoices, useTheme } from './theme.ts';

type ThemePopupProps = { button: ComponentProps<typeof Menu.Trigger> };

export function ThemePopup({ button }: ThemePopupProps) {
  const theme = useTheme();
  return (
    <TopBarMenu button={button}>
      <Menu.RadioGroup value={theme} onValueChange={setTheme}>
        {themeChoices.map(({ theme: value, label, Icon }) => (
          <Menu.RadioItem key={value} value={value} closeOnClick className={menuItemClassName}>
            <Icon aria-hidden />
            <span className="flex-1">{t(label)}</span>
            <Menu.RadioItemIndicator>
              <Check aria-hidden className="text-accent!" />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </TopBarMenu>
  );
}

type UserPopupProps = {
  button: ComponentProps<typeof Menu.Trigger>;
  user: User;
  onLogout: () => void;
};

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
        {t('profile')}
      </Menu.LinkItem>
      <Menu.Item className={menuItemClassName} onClick={onLogout}>
        <LogOut aria-hidden />
        {t('logout')}
      </Menu.Item>
    </TopBarMenu>
  );
}

type TopBarMenuProps = { button: ComponentProps<typeof Menu.Trigger>; children: ReactNode };

/** Starts open, because the click that loaded it has already happened. */
function TopBarMenu({ button, children }: TopBarMenuProps) {
  const [open, setOpen] = useState(false);
  useBackCloses(open, () => setOpen(false));
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger {...button} ref={useOpenOnMount()} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={12} className="z-40">
          <Menu.Popup className="max-w-(--available-width) min-w-[min(14rem,var(--available-width))] origin-(--transform-origin) rounded-2xl border border-line bg-raised p-1.5 shadow-float outline-none transition duration-150 ease-out-soft data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0">
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const menuItemClassName =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-[0.625rem] px-3 text-[0.9375rem] outline-none select-none data-highlighted:bg-sunken [&_svg]:size-4.5 [&_svg]:text-muted';
