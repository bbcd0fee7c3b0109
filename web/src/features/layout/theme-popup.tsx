import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { setTheme, useTheme } from '../../lib/theme.ts';
import { themeChoices } from './theme-choices.ts';
import { menuItemClassName, TopBarMenu } from './top-bar-menu.tsx';

type ThemePopupProps = { button: ComponentProps<typeof Menu.Trigger> };

/** The colour scheme button with its menu. */
export function ThemePopup({ button }: ThemePopupProps) {
  const theme = useTheme();
  return (
    <TopBarMenu button={button}>
      <Menu.RadioGroup value={theme} onValueChange={setTheme}>
        {themeChoices.map(({ theme: value, label, Icon }) => (
          <Menu.RadioItem key={value} value={value} closeOnClick className={menuItemClassName}>
            <Icon aria-hidden />
            <span className="flex-1">{label}</span>
            <Menu.RadioItemIndicator>
              <Check aria-hidden className="text-accent!" />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </TopBarMenu>
  );
}
