import { KeyRound, KeySquare, ScanLine } from 'lucide-react';
import { BottomTabBar } from '../../ui/bottom-tab-bar.tsx';

type DeskTabBarProps = { available: number | undefined; unavailable: number | undefined };

/** The desk's three places, with how many keys hang here and how many are out. */
export const DeskTabBar = ({ available, unavailable }: DeskTabBarProps) => (
  <BottomTabBar
    label="Desk"
    tabs={[
      { to: '/dashboard/security/scanner', label: 'Scanner', icon: <ScanLine aria-hidden /> },
      {
        to: '/dashboard/security/available',
        label: 'Available',
        icon: <KeySquare aria-hidden />,
        count: available,
      },
      {
        to: '/dashboard/security/unavailable',
        label: 'Unavailable',
        icon: <KeyRound aria-hidden />,
        count: unavailable,
      },
    ]}
  />
);
