import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { setTheme, useTheme } from '../../lib/theme.ts';
import { useOpenOnMount } from '../../ui/lazy-component.tsx';
import { menuItemClassName, menuPopupClassName } from './menu-class-names.ts';
import { themeChoices } from './theme-choices.ts';

type ThemePopupProps = { button: ComponentProps<typeof Menu.Trigger> };

/** The colour scheme button with its menu. */
export function ThemePopup({ button }: ThemePopupProps) {
  const theme = useTheme();
  return (
    <Menu.Root>
      <Menu.Trigger {...button} ref={useOpenOnMount()} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={12} className="z-40">
          <Menu.Popup className={menuPopupClassName}>
            <Menu.RadioGroup value={theme} onValueChange={setTheme}>
              {themeChoices.map(({ theme: value, label, Icon }) => (
                <Menu.RadioItem
                  key={value}
                  value={value}
                  closeOnClick
                  className={menuItemClassName}
                >
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
}
