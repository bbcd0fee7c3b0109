import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { DeskTabBar } from '../../features/desk/desk-tab-bar.tsx';
import { deskTabNamed } from '../../features/desk/desk-tabs.ts';
import { keysQuery } from '../../features/keys/keys.queries.ts';
import { filterByStatus } from '../../features/keys/status-filter.ts';
import { useLiveKeys } from '../../features/keys/use-live-keys.ts';
import { useDeskCollect } from './desk-collect.tsx';
import { DeskScannerTab } from './desk-scanner-tab.tsx';
import { DeskAvailableTab, DeskUnavailableTab } from './late-tabs.ts';

/** The security dashboard: scan, what hangs here, what is out. */
export const DeskPage = () => {
  useLiveKeys();
  const tab = deskTabNamed(useParams({ from: '/dashboard/security/$tab' }).tab);
  const { data: keys } = useQuery(keysQuery);
  const collect = useDeskCollect();
  return (
    <>
      <DeskTabBar
        available={keys && filterByStatus(keys, 'available').length}
        unavailable={keys && filterByStatus(keys, 'unavailable').length}
      />
      <DeskScannerTab shown={tab === 'scanner'} />
      {tab === 'available' && <DeskAvailableTab renderCollect={collect.renderAction} />}
      {tab === 'unavailable' && <DeskUnavailableTab renderCollect={collect.renderAction} />}
      {collect.dialog}
    </>
  );
};
