import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { chooseTheme, useTheme } from '../../lib/theme.ts';
import { useFirstPress } from '../../ui/late-popup.tsx';
import { menuItemLook, menuPopupLook } from './menu-look.ts';
import { themeChoices } from './theme-choices.ts';

type ThemePopupProps = { button: ComponentProps<typeof Menu.Trigger> };

/** The button of the colour schemes with its menu. */
export const ThemePopup = ({ button }: ThemePopupProps) => {
  const theme = useTheme();
  return (
    <Menu.Root>
      <Menu.Trigger {...button} ref={useFirstPress()} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={12} className="z-40">
          <Menu.Popup className={menuPopupLook}>
            <Menu.RadioGroup value={theme} onValueChange={chooseTheme}>
              {themeChoices.map(({ theme: value, label, Icon }) => (
                <Menu.RadioItem key={value} value={value} closeOnClick className={menuItemLook}>
                  <Icon aria-hidden />
                  <span className="flex-1">{label}</span>
                  <Menu.RadioItemIndicator>
                    <Check aria-hidden className="text-accent!" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
};
