import { isAttended } from '@keydesk/shared/duty/duty';
import type { Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { AwayKeys } from '../../features/desk/away-keys.tsx';
import { shouldBeBack } from '../../features/desk/desk-figures.ts';
import { DeskTabBar, parseDeskTab } from '../../features/desk/desk-tabs.tsx';
import { HereBar, useEverywhere } from '../../features/desk/here-bar.tsx';
import { keysQuery, useRefetchKeys } from '../../features/keys/queries.ts';
import { filterByStatus } from '../../features/keys/search.ts';
import { useLiveKeys } from '../../features/keys/use-live-keys.ts';
import { useNow } from '../../lib/clock.ts';
import { keysHere, useDesks } from '../../lib/desks.ts';
import { useDeskComputer } from '../../lib/session.ts';
import { DeskAvailableTab, DeskOverdueTab, DeskUnavailableTab } from '../lazy-routes.ts';
import { useDeskCollect } from './desk-collect.tsx';
import { useDeskLend } from './desk-lend.tsx';
import { DeskScanner } from './desk-scanner.tsx';

/** The security dashboard: the scanner, the available keys, those that are out and those overdue. */
export function DeskPage() {
  useLiveKeys();
  const tab = parseDeskTab(useParams({ from: '/dashboard/security/$tab' }).tab);
  const { data: all } = useQuery(keysQuery);
  const { narrow, bar } = useDeskScope(all);
  const keys = useMemo(() => all && narrow(all), [all, narrow]);
  // A locked screen names nobody.
  const at = useDeskComputer();
  const locked = at?.duty?.locked ?? false;
  // A key may become overdue while nothing else happens.
  const now = useNow();
  const collect = useDeskCollect();
  const lend = useDeskLend({ keys, all });
  const { renderAction: renderLend } = lend;
  const { renderAction: renderCollect } = collect;
  const renderAction = useCallback(
    (key: Key) => renderLend(key) ?? renderCollect(key),
    [renderLend, renderCollect],
  );
  const makeRoom = () => {
    lend.close();
    collect.closeResult();
  };
  const attended = at === null || isAttended(at);
  const leave = useEffectEvent(() => {
    lend.forget();
    collect.closeResult();
  });
  useEffect(() => {
    // What one guard had begun does not open again for the next.
    if (!attended) leave();
  }, [attended]);
  return (
    <>
      <DeskTabBar
        available={keys && filterByStatus(keys, 'available').length}
        unavailable={keys && filterByStatus(keys, 'unavailable').length}
        overdue={keys?.filter((key) => shouldBeBack(key, now)).length}
      />
      {!locked && bar}
      <DeskScanner
        home={tab === 'scanner' && !locked}
        keys={keys}
        all={all}
        lend={lend}
        onScan={makeRoom}
      />
      {tab === 'available' && !locked && (
        <DeskAvailableTab narrow={narrow} renderAction={renderAction} />
      )}
      {tab === 'unavailable' && !locked && (
        <DeskUnavailableTab narrow={narrow} renderCollect={renderCollect} />
      )}
      {tab === 'overdue' && !locked && (
        <DeskOverdueTab narrow={narrow} renderCollect={renderCollect} />
      )}
      {!locked && collect.dialogs}
      {!locked && lend.dialogs}
    </>
  );
}

type DeskScope = {
  /** Leaves the keys of this desk, unless all are wanted; all with one desk or none. */
  narrow: (keys: readonly Key[]) => readonly Key[];
  /** Which desk this is, and the keys that are away from it. */
  bar: ReactNode;
};

/** Which keys the lists of this desk show. */
function useDeskScope(all: readonly Key[] | undefined): DeskScope {
  const several = useDesks();
  const at = useDeskComputer();
  // Without a guard, a computer is not told where keys hang.
  const desks = at && !isAttended(at) ? null : several;
  const [everywhere, setEverywhere] = useEverywhere();
  const refetchKeys = useRefetchKeys();
  const narrow = useCallback(
    (keys: readonly Key[]) => (desks && !everywhere ? keysHere(keys, desks) : keys),
    [desks, everywhere],
  );
  return {
    narrow,
    bar: desks && (
      <>
        <HereBar desks={desks} everywhere={everywhere} onEverywhere={setEverywhere} />
        {all && (
          <AwayKeys keys={all} desks={desks} everywhere={everywhere} onConfirmed={refetchKeys} />
        )}
      </>
    ),
  };
}
