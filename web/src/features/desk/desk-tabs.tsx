import { ClockAlert, KeyRound, KeySquare, ScanLine } from 'lucide-react';
import { BottomTabBar } from '../../ui/bottom-tab-bar.tsx';

type DeskTabBarProps = {
  available: number | undefined;
  unavailable: number | undefined;
  overdue: number | undefined;
};

/** The desk's tabs, with the number of keys at the desk, the number out and the number late. */
export function DeskTabBar({ available, unavailable, overdue }: DeskTabBarProps) {
  return (
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
        {
          to: '/dashboard/security/overdue',
          label: 'Overdue',
          icon: <ClockAlert aria-hidden />,
          count: overdue,
        },
      ]}
    />
  );
}

const deskTabs = ['scanner', 'available', 'unavailable', 'overdue'] as const;
type DeskTab = (typeof deskTabs)[number];

/** The tab named in the address; the route guard rejects any other name. */
export function parseDeskTab(name: unknown): DeskTab {
  return deskTabs.find((tab) => tab === name) ?? 'scanner';
}
