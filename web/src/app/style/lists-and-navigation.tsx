import { hourMs } from '@keydesk/shared/durations';
import type { Key } from '@keydesk/shared/keys/key';
import { Info, KeyRound, LayoutGrid } from 'lucide-react';
import { useMemo, useState } from 'react';
import { KeyList } from '../../features/keys/key-list.tsx';
import { KeyRowSkeletons } from '../../features/keys/key-row.tsx';
import { serverNow } from '../../lib/clock.ts';
import { useUser } from '../../lib/session.ts';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { BottomTabBar } from '../../ui/bottom-tab-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/page.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';
import { RankedList } from '../../ui/ranked-list.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Example, StyleSection } from './style-section.tsx';

const ranked = [
  { id: '1', name: 'CSE-104', note: 'Programming Lab', value: 48 },
  { id: '2', name: 'LIB-2', note: 'Reading Room', value: 31 },
  { id: '3', name: 'EEE-310', note: 'Machines', value: 7 },
];

/** Keys as rows, and other lists. */
export function ListSection() {
  return (
    <StyleSection
      id="lists"
      wide
      title="Lists"
      text="Number first, then the room, then whether it can be had. More than fifty rows are drawn as one scrolls."
    >
      <KeyExamples />
      <Example name="Loading">
        <KeyRowSkeletons />
      </Example>
      <Example name="Ranked">
        <RankedList items={ranked} empty="No usage data available" numbered />
      </Example>
    </StyleSection>
  );
}

function KeyExamples() {
  const readerId = useUser()?.id ?? '';
  const keys = useMemo(() => sampleKeys(readerId), [readerId]);
  return (
    <Example name="Rows, in every state">
      <KeyList
        keys={keys}
        label="Sample keys"
        renderAction={(key) =>
          key.takenBy === null && (
            <Button size="small" variant="secondary">
              <QrCodeIcon aria-hidden className="size-4.5 text-accent" />
              Generate QR
            </Button>
          )
        }
      />
    </Example>
  );
}

/** Keys in every state, as the person with this id sees them. */
function sampleKeys(readerId: string): readonly Key[] {
  return [
    sampleKey({
      _id: 'a',
      keyNumber: 'CSE-104',
      keyName: 'Programming Lab',
      location: 'Floor 1, Room 104',
    }),
    sampleKey({
      _id: 'b',
      keyNumber: 'LIB-2',
      keyName: 'Reading Room with the long tables',
      block: 'LIB',
      location: 'First floor, beside the stairs',
      ...takenBy('somebody', 'Ravi Iyer', 2),
    }),
    sampleKey({
      _id: 'c',
      keyNumber: 'MECH-WS-01',
      keyName: 'Workshop',
      ...takenBy(readerId, 'You', 1),
    }),
    sampleKey({
      _id: 'd',
      keyNumber: 'EEE-310',
      keyName: 'Machines',
      ...takenBy(readerId, 'You', 72),
    }),
  ];
}

function takenBy(userId: string, name: string, hours: number): Partial<Key> {
  return {
    status: 'unavailable',
    takenBy: { userId, name },
    takenAt: hoursAgo(hours),
    dueAt: hoursAgo(hours - 8),
    graceUntil: hoursAgo(hours - 8),
  };
}

function hoursAgo(hours: number): string {
  return new Date(serverNow() - hours * hourMs).toISOString();
}

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

/** Tabs, tab bars and other navigation. */
export function NavigationSection() {
  return (
    <StyleSection
      id="navigation"
      title="Headings, tabs and places"
      text="Places of one dashboard lie at the thumb on a phone or tablet and above the page on a wide screen. Tabs are parts of one page."
    >
      <Example name="Page heading">
        <PageHeader title="Volunteer Key Return" text="Choose the keys you bring back." />
      </Example>
      <Example name="Places">
        <div className="relative h-20 [contain:layout] tabs-above:h-auto">
          <BottomTabBar label="Sample places" tabs={places} />
        </div>
      </Example>
      <Example name="Tabs on a card">
        <Panels />
      </Example>
    </StyleSection>
  );
}

function Panels() {
  const [panel, setPanel] = useState('session');
  return (
    <Card>
      <Tabs label="Settings" tabs={panels} value={panel} onChange={setPanel} />
    </Card>
  );
}
