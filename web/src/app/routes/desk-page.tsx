import { isAttended } from '@keydesk/shared/duty/duty';
import type { Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/desk-bar';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { KeyRound, KeySquare, ScanLine } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { keysQuery } from '../../features/keys/queries.ts';
import { filterByStatus } from '../../features/keys/search.ts';
import { useCollectAction } from '../../features/loans/desk/desk-collect.tsx';
import { useScan } from '../../features/loans/desk/use-scan.ts';
import { useDeskLend } from '../../features/loans/lending/desk-lend.tsx';
import { keysHere, useDesks } from '../../lib/campus.ts';
import { useStoredFlag } from '../../lib/hooks.ts';
import { useDeskComputer } from '../../lib/session.ts';
import { storedEverywhere } from '../../lib/storage.ts';
import { BottomTabBar } from '../../ui/bottom-tab-bar.tsx';
import { DeskAvailableTab, DeskUnavailableTab } from '../lazy-routes.ts';
import { DeskScanner, type DeskScope } from './desk-scanner.tsx';

export function DeskPage() {
  const tab = parseDeskTab(useParams({ from: '/dashboard/security/$tab' }).tab);
  const { data: all } = useQuery(keysQuery);
  const scope = useDeskScope();
  const { narrow } = scope;
  const keys = useMemo(() => all && narrow(all), [all, narrow]);
  const at = useDeskComputer();
  const locked = at?.duty?.locked ?? false;
  const flow = useScan();
  const lend = useDeskLend(flow);
  const { renderAction: renderLend } = lend;
  const renderCollect = useCollectAction(flow);
  const renderAction = useCallback(
    (key: Key) => renderLend(key) ?? renderCollect(key),
    [renderLend, renderCollect],
  );
  const attended = at === null || isAttended(at);
  // The next guard must not see what this one has selected or opened.
  const guardId = attended ? at?.duty?.guard.id : 'nobody';
  const leave = useEffectEvent(() => {
    flow.send({ type: 'forgotten' });
  });
  useEffect(() => {
    // The next guard must not reopen what this one had started.
    if (!attended) leave();
  }, [attended]);
  return (
    <>
      <DeskScanner
        home={tab === 'scanner' && !locked}
        tabs={<DeskTabBar keys={keys} />}
        scope={scope}
        keys={keys}
        all={all}
        flow={flow}
        lend={lend}
      />
      {tab === 'available' && !locked && (
        <DeskAvailableTab narrow={narrow} renderAction={renderAction} />
      )}
      {tab === 'unavailable' && !locked && (
        <DeskUnavailableTab
          key={guardId}
          narrow={narrow}
          renderCollect={renderCollect}
          onCollect={(key) => flow.send({ type: 'collect-chosen', key })}
          onCollected={(outcome) => flow.send({ type: 'several-collected', outcome })}
        />
      )}
    </>
  );
}

function useDeskScope(): DeskScope {
  const several = useDesks();
  const at = useDeskComputer();
  const desks = at && !isAttended(at) ? null : several;
  const [everywhere, onEverywhere] = useStoredFlag(storedEverywhere);
  const narrow = useCallback(
    (keys: readonly Key[]) => (desks && !everywhere ? keysHere(keys, desks) : keys),
    [desks, everywhere],
  );
  return { desks, everywhere, onEverywhere, narrow };
}

function DeskTabBar({ keys }: { keys: readonly Key[] | undefined }) {
  return (
    <BottomTabBar
      label={t('desk')}
      tabs={[
        { to: '/dashboard/security/scanner', label: t('scanner'), icon: <ScanLine aria-hidden /> },
        {
          to: '/dashboard/security/available',
          label: t('available'),
          icon: <KeySquare aria-hidden />,
          count: keys && filterByStatus(keys, 'available').length,
        },
        {
          to: '/dashboard/security/unavailable',
          label: t('unavailable'),
          icon: <KeyRound aria-hidden />,
          count: keys && filterByStatus(keys, 'unavailable').length,
        },
      ]}
    />
  );
}

const deskTabs = ['scanner', 'available', 'unavailable'] as const;
type DeskTab = (typeof deskTabs)[number];

function parseDeskTab(name: unknown): DeskTab {
  return deskTabs.find((tab) => tab === name) ?? 'scanner';
}
