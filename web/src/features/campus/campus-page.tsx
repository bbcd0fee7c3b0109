import type { Desk } from '@keydesk/shared/campus/campus';
import { type ReactNode, useState } from 'react';
import { useCampus } from '../../lib/campus.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Loading } from '../../ui/loading.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ListsTab } from './lists-tab.tsx';

const OpeningTab = lazyComponent(() =>
  import('./opening/opening-tab.tsx').then((module) => module.OpeningTab),
);
const DueTab = lazyComponent(() => import('./due/due-tab.tsx').then((module) => module.DueTab));
const DesksTab = lazyComponent(() => import('./desks-tab.tsx').then((module) => module.DesksTab));

type CampusTabsProps = {
  /** What else belongs to a desk. */
  renderDeskMore: (desk: Desk) => ReactNode;
  /** What retiring a desk would end. */
  renderRetired: (desk: Desk) => ReactNode;
};

/** The Campus page: what keys and people refer to, as admins keep it. */
export function CampusTabs({ renderDeskMore, renderRetired }: CampusTabsProps) {
  const campus = useCampus();
  const [tab, setTab] = useState('lists');
  return (
    <>
      <PageHeader
        title="Campus"
        text="What keys and people refer to. Retired entries keep their keys and people, but are no longer offered."
      />
      {!campus && <Loading label="Loading campus..." />}
      {campus && (
        <Tabs
          label="Campus"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'lists', label: 'Lists', content: <ListsTab campus={campus} /> },
            {
              value: 'desks',
              label: 'Desks',
              content: (
                <DesksTab
                  campus={campus}
                  renderMore={renderDeskMore}
                  renderRetired={renderRetired}
                />
              ),
            },
            { value: 'opening', label: 'Opening hours', content: <OpeningTab /> },
            { value: 'due', label: 'Due', content: <DueTab /> },
          ]}
        />
      )}
    </>
  );
}
