import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { onCampusChanged } from '../../lib/live/events.ts';
import { PageHeader } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { GroupsTab } from './groups-tab.tsx';
import { refetchRules } from './queries.ts';
import { RulesTab } from './rules-tab.tsx';

/** The Access page: who may take which keys. `tools` stand beside its title. */
export function AccessTabs({ tools }: { tools: ReactNode }) {
  const [tab, setTab] = useState('rules');
  const client = useQueryClient();
  useEffect(() => onCampusChanged(() => refetchRules(client)), [client]);
  return (
    <>
      <PageHeader
        title="Access"
        text="Who may take which keys, and when. Returning is never restricted."
        action={tools}
      />
      <Tabs
        label="Access"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'rules', label: 'Rules', content: <RulesTab /> },
          { value: 'groups', label: 'Groups', content: <GroupsTab /> },
        ]}
      />
    </>
  );
}
