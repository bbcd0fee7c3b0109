import type { Campus } from '@keydesk/shared/campus/campus';
import { t } from '@keydesk/shared/texts/en/settings-pages';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListsTab } from '../../features/campus/lists-tab.tsx';
import { useCampus } from '../../lib/campus.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Loading } from '../../ui/loading.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { campusPart } from '../campus-parts.ts';

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

/** A page of the settings: lists, desks, opening hours, or due times. */
export function CampusPage() {
  const campus = useCampus();
  const part = campusPart(useParams({ strict: false }).part);
  return (
    <div>
      <PageHeader title={t(part)} text={part === 'lists' && t('lists-hint')} />
      {campus ? contents[part](campus) : <Loading label={t('loading')} />}
    </div>
  );
}

const contents = {
  lists: (campus) => <ListsTab campus={campus} />,
  desks: (campus) => (
    <DesksTab
      campus={campus}
      renderMore={(desk) => <DeskComputers desk={desk} whileLoading={null} />}
      renderRetired={(desk) => <RetiredComputers deskId={desk.id} whileLoading={null} />}
    />
  ),
  opening: () => <OpeningTab />,
  due: () => <DueTab />,
} satisfies Record<ReturnType<typeof campusPart>, (campus: Campus) => ReactNode>;
