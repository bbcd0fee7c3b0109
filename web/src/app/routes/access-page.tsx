import { t } from '@keydesk/shared/texts/en/access-pages';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { GroupsTab } from '../../features/access/groups-tab.tsx';
import { refetchRules } from '../../features/access/queries.ts';
import { RulesTab } from '../../features/access/rules-tab.tsx';
import { ImportButton } from '../../features/administration/imports/import-button.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';

export function AccessPage() {
  const [tab, setTab] = useState('rules');
  const client = useQueryClient();
  return (
    <>
      <PageHeader
        title={t('access')}
        text={t('intro')}
        action={<ImportButton kind="grants" onApplied={() => refetchRules(client)} />}
      />
      <Tabs
        label={t('access')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'rules', label: t('rules'), content: <RulesTab /> },
          { value: 'groups', label: t('groups'), content: <GroupsTab /> },
        ]}
      />
    </>
  );
}
