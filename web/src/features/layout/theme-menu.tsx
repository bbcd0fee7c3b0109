import { Monitor } from 'lucide-react';
import { useTheme } from '../../lib/theme.ts';
import { iconButtonLook } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LatePopup } from '../../ui/late-popup.tsx';
import { themeChoices } from './theme-choices.ts';

const ThemePopup = late(() => import('./theme-popup.tsx').then((module) => module.ThemePopup));

/** Switch of the colour scheme. */
export const ThemeMenu = () => {
  const theme = useTheme();
  const Chosen = themeChoices.find((choice) => choice.theme === theme)?.Icon ?? Monitor;
  const button = {
    'aria-label': 'Colour scheme',
    title: 'Colour scheme',
    className: iconButtonLook,
    children: <Chosen aria-hidden />,
  };
  return (
    <LatePopup
      {...button}
      aria-haspopup="menu"
      load={ThemePopup.load}
      loaded={<ThemePopup button={button} />}
    />
  );
};
