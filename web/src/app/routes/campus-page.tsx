import { ListsTab } from '../../features/campus/lists-tab.tsx';
import { useAddressText } from '../../lib/address.ts';
import { useCampus } from '../../lib/campus.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Loading } from '../../ui/loading.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const DeskComputers = lazyComponent(
  () => import('../../features/duty/desk-computers.tsx'),
  'DeskComputers',
);

const RetiredComputers = lazyComponent(
  () => import('../../features/duty/desk-computers.tsx'),
  'RetiredComputers',
);

const OpeningTab = lazyComponent(() => import('../../features/due/opening-tab.tsx'), 'OpeningTab');
const DueTab = lazyComponent(() => import('../../features/due/due-tab.tsx'), 'DueTab');
const DesksTab = lazyComponent(() => import('../../features/campus/desks-tab.tsx'), 'DesksTab');

/** The Campus page: what keys and people refer to, as admins keep it, and the desks' computers. */
export function CampusPage() {
  const campus = useCampus();
  const [tab, setTab] = useAddressText('tab');
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
          value={tab || 'lists'}
          onChange={setTab}
          tabs={[
            { value: 'lists', label: 'Lists', content: <ListsTab campus={campus} /> },
            {
              value: 'desks',
              label: 'Desks',
              content: (
                <DesksTab
                  campus={campus}
                  renderMore={(desk) => <DeskComputers desk={desk} whileLoading={null} />}
                  renderRetired={(desk) => (
                    <RetiredComputers deskId={desk.id} whileLoading={null} />
                  )}
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
