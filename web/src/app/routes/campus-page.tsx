import { t } from '@keydesk/shared/texts/en/campus-pages';
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

export function CampusPage() {
  const campus = useCampus();
  const [tab, setTab] = useAddressText('tab');
  return (
    <>
      <PageHeader title={t('campus')} text={t('intro')} />
      {!campus && <Loading label={t('loading-campus')} />}
      {campus && (
        <Tabs
          label={t('campus')}
          value={tab || 'lists'}
          onChange={setTab}
          tabs={[
            { value: 'lists', label: t('lists'), content: <ListsTab campus={campus} /> },
            {
              value: 'desks',
              label: t('desks'),
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
            { value: 'opening', label: t('opening-hours'), content: <OpeningTab /> },
            { value: 'due', label: t('due'), content: <DueTab /> },
          ]}
        />
      )}
    </>
  );
}
