import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { GroupsTab } from '../../features/access/groups-tab.tsx';
import { refetchRules } from '../../features/access/queries.ts';
import { RulesTab } from '../../features/access/rules-tab.tsx';
import { ImportButton } from '../../features/administration/imports/import-export-buttons.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';

/**
 * The Access page: who may take which keys. Lists of access that were kept on paper are imported
 * here.
 */
export function AccessPage() {
  const [tab, setTab] = useState('rules');
  const client = useQueryClient();
  return (
    <>
      <PageHeader
        title="Access"
        text="Who may take which keys, and when. Returning is never restricted."
        action={<ImportButton kind="grants" onApplied={() => refetchRules(client)} />}
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
