import { Menu } from '@base-ui/react/menu';
import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, type Theme, useTheme } from '../../lib/theme.ts';
import { iconButtonLook } from '../../ui/icon-button.tsx';
import { menuItemLook, menuPopupLook } from './menu-look.ts';

const choices = [
  { theme: 'system', label: 'System', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
] as const satisfies readonly { theme: Theme; label: string; Icon: typeof Sun }[];

/** Switch of the colour scheme. */
export const ThemeMenu = () => {
  const theme = useTheme();
  const Chosen = choices.find((choice) => choice.theme === theme)?.Icon ?? Monitor;
  return (
    <Menu.Root>
      <Menu.Trigger aria-label="Colour scheme" title="Colour scheme" className={iconButtonLook}>
        <Chosen aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={12} className="z-40">
          <Menu.Popup className={menuPopupLook}>
            <Menu.RadioGroup value={theme} onValueChange={chooseTheme}>
              {choices.map(({ theme: value, label, Icon }) => (
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
