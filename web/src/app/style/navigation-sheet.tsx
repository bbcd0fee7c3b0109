import { Info, KeyRound, LayoutGrid } from 'lucide-react';
import { useState } from 'react';
import { BottomTabBar } from '../../ui/bottom-tab-bar.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Group, Sheet } from './sheet.tsx';

const places = [
  { to: '/dashboard/style', label: 'Style', icon: <LayoutGrid aria-hidden /> },
  { to: '/dashboard/profile', label: 'Profile', icon: <KeyRound aria-hidden />, count: 3 },
  { to: '/dashboard/about', label: 'About Us', icon: <Info aria-hidden /> },
];

const panels = [
  { value: 'session', label: 'Session Management', content: <p>How long sessions live.</p> },
  { value: 'rate', label: 'Rate Limiting', content: <p>How often one may ask.</p> },
  { value: 'audit', label: 'Audit Logging', content: <p>What is written down.</p> },
];

const Panels = () => {
  const [panel, setPanel] = useState('session');
  return (
    <Card>
      <Tabs label="Settings" tabs={panels} value={panel} onChange={setPanel} />
    </Card>
  );
};

/** How one gets about. */
export const NavigationSheet = () => (
  <Sheet
    id="navigation"
    title="Headings, tabs and places"
    text="Places of one dashboard lie at the thumb on a phone and above the page on a wide screen. Tabs are parts of one page."
  >
    <Group name="Page heading">
      <PageHeader title="Volunteer Key Return" text="Choose the keys you bring back." />
    </Group>
    <Group name="Places">
      <div className="relative h-20 [contain:layout] lg:h-auto">
        <BottomTabBar label="Sample places" tabs={places} />
      </div>
    </Group>
    <Group name="Tabs on a card">
      <Panels />
    </Group>
  </Sheet>
);
