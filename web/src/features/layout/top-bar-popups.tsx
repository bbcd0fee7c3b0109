import { Menu } from '@base-ui/react/menu';
import type { User } from '@keydesk/shared/people/user';
import { t } from '@keydesk/shared/texts/en/shell';
import { listLanguages } from '@keydesk/shared/texts/known-languages';
import { spokenLanguage } from '@keydesk/shared/texts/translator';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, LogOut, UserRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { serverMessage } from '../../lib/api.ts';
import { useDeskComputer } from '../../lib/session.ts';
import { MenuPopup, menuItemClassName } from '../../ui/menu-popup.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import { chooseLanguage } from '../session/own-language.ts';
import { setTheme, themeChoices, useTheme } from './theme.ts';

type UserPopupProps = {
  button: ComponentProps<typeof Menu.Trigger>;
  user: User;
  onLogout: () => void;
};

export function UserPopup({ button, user, onLogout }: UserPopupProps) {
  const atDeskComputer = useDeskComputer() !== null;
  return (
    <MenuPopup button={button}>
      <div className="mb-1.5 border-b border-line px-3 pt-2 pb-3">
        <p className="font-semibold">{user.name}</p>
        <p className="max-w-64 truncate text-sm text-muted">
          <bdi>{user.email}</bdi>
        </p>
      </div>
      <Menu.LinkItem
        closeOnClick
        className={menuItemClassName}
        render={<Link to="/dashboard/profile" />}
      >
        <UserRound aria-hidden />
        {t('profile')}
      </Menu.LinkItem>
      <ThemeChoice />
      {languages.length > 1 && !(atDeskComputer && user.language) && <LanguageChoice />}
      <Menu.Item className={menuItemClassName} onClick={onLogout}>
        <LogOut aria-hidden />
        {t('logout')}
      </Menu.Item>
    </MenuPopup>
  );
}

const languages = listLanguages();

/** In letters of the device, or the names alone would load a font for each script. */
function LanguageChoice() {
  const change = useMutation({
    mutationFn: chooseLanguage,
    onError: (cause) => showError(serverMessage(cause, t('language-not-saved'))),
  });
  return (
    <Menu.RadioGroup
      aria-label={t('language')}
      value={spokenLanguage()}
      onValueChange={(code: string) => change.mutate(code)}
      className="mb-1.5 border-b border-line pb-1.5 font-[system-ui]"
    >
      {languages.map(({ code, name, direction }) => (
        <Menu.RadioItem key={code} value={code} className={menuItemClassName}>
          <span lang={code} dir={direction} className="flex-1 ps-7.5">
            {name}
          </span>
          <Menu.RadioItemIndicator>
            <Check aria-hidden className="text-accent!" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

function ThemeChoice() {
  const theme = useTheme();
  return (
    <Menu.RadioGroup
      aria-label={t('colour-scheme')}
      value={theme}
      onValueChange={setTheme}
      className="my-1.5 border-y border-line py-1.5"
    >
      {themeChoices.map(({ theme: value, label, Icon }) => (
        <Menu.RadioItem key={value} value={value} className={menuItemClassName}>
          <Icon aria-hidden />
          <span className="flex-1">{t(label)}</span>
          <Menu.RadioItemIndicator>
            <Check aria-hidden className="text-accent!" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
