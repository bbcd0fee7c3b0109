import { isOverdue } from '@keydesk/shared/due/calendar';
import { isAttended } from '@keydesk/shared/duty/duty';
import type { Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/desk-bar';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ClockAlert, KeyRound, KeySquare, MapPin, ScanLine } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { keysQuery, useRefetchKeys } from '../../features/keys/queries.ts';
import { filterByStatus } from '../../features/keys/search.ts';
import { AwayKeys } from '../../features/loans/desk/away-keys.tsx';
import { useCollectAction } from '../../features/loans/desk/desk-collect.tsx';
import { useScan } from '../../features/loans/desk/use-scan.ts';
import { useDeskLend } from '../../features/loans/lending/desk-lend.tsx';
import { chooseDesk, type Desks, keysHere, useDesks } from '../../lib/campus.ts';
import { useNow } from '../../lib/clock.ts';
import { useDeskComputer } from '../../lib/session.ts';
import { storedEverywhere } from '../../lib/storage.ts';
import { BottomTabBar } from '../../ui/bottom-tab-bar.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { SegmentedFilter } from '../../ui/filters.tsx';
import { DeskAvailableTab, DeskOverdueTab, DeskUnavailableTab } from '../lazy-routes.ts';
import { DeskScanner } from './desk-scanner.tsx';

export function DeskPage() {
  const tab = parseDeskTab(useParams({ from: '/dashboard/security/$tab' }).tab);
  const { data: all } = useQuery(keysQuery);
  const { narrow, scope, bar } = useDeskScope(all);
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
      <DeskTabBar keys={keys} />
      {!locked && bar}
      <DeskScanner
        home={tab === 'scanner' && !locked}
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
          nightListOf={attended ? scope : null}
          renderCollect={renderCollect}
        />
      )}
      {tab === 'overdue' && !locked && (
        <DeskOverdueTab
          key={guardId}
          narrow={narrow}
          nightListOf={attended ? scope : null}
          renderCollect={renderCollect}
        />
      )}
    </>
  );
}

type DeskScope = {
  /** Filters to the keys of this desk unless all are wanted, or the campus has no second desk. */
  narrow: (keys: readonly Key[]) => readonly Key[];
  scope: string;
  bar: ReactNode;
};

function useDeskScope(all: readonly Key[] | undefined): DeskScope {
  const several = useDesks();
  const at = useDeskComputer();
  // Without a guard on duty, a computer does not learn which hook a key has.
  const desks = at && !isAttended(at) ? null : several;
  const [everywhere, setEverywhere] = useEverywhere();
  const refetchKeys = useRefetchKeys();
  const narrow = useCallback(
    (keys: readonly Key[]) => (desks && !everywhere ? keysHere(keys, desks) : keys),
    [desks, everywhere],
  );
  return {
    narrow,
    scope: everywhere ? 'all' : (desks?.here?.id ?? 'all'),
    bar: desks ? (
      <>
        <HereBar desks={desks} everywhere={everywhere} onEverywhere={setEverywhere} />
        {all && (
          <AwayKeys keys={all} desks={desks} everywhere={everywhere} onConfirmed={refetchKeys} />
        )}
      </>
    ) : (
      several && <p className="text-sm text-muted">{t('all-desks')}</p>
    ),
  };
}

function DeskTabBar({ keys }: { keys: readonly Key[] | undefined }) {
  // A key may become overdue without any event.
  const now = useNow();
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
        {
          to: '/dashboard/security/overdue',
          label: keyText('overdue'),
          icon: <ClockAlert aria-hidden />,
          count: keys?.filter((key) => isOverdue(key, now)).length,
        },
      ]}
    />
  );
}

const deskTabs = ['scanner', 'available', 'unavailable', 'overdue'] as const;
type DeskTab = (typeof deskTabs)[number];

function parseDeskTab(name: unknown): DeskTab {
  return deskTabs.find((tab) => tab === name) ?? 'scanner';
}

type HereBarProps = {
  desks: Desks;
  everywhere: boolean;
  onEverywhere: (everywhere: boolean) => void;
};

/** Whether the lists show the keys of all desks; remembered per tab. */
function useEverywhere() {
  const [everywhere, setEverywhere] = useState(() => storedEverywhere.read() !== null);
  const choose = (next: boolean) => {
    if (next) storedEverywhere.write('yes');
    else storedEverywhere.clear();
    setEverywhere(next);
  };
  return [everywhere, choose] as const;
}

/** Chooses the desk of an unenrolled computer, and whether its lists show that desk or all. */
function HereBar({ desks, everywhere, onEverywhere }: HereBarProps) {
  const { active, here } = desks;
  const isEnrolled = useDeskComputer() !== null;
  return (
    <section
      aria-label={t('this-desk')}
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 sm:mb-5"
    >
      <p className="hidden font-semibold print:block">
        {here && !everywhere ? here.name : t('all-desks')}
      </p>
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-2.5 print:hidden">
        <MapPin aria-hidden className="size-5 shrink-0 text-accent" />
        {isEnrolled && here ? (
          <p className="min-w-0 font-semibold wrap-anywhere">{here.name}</p>
        ) : (
          <SelectField
            label={t('this-computer-stands-at')}
            hideLabel
            className="min-w-0 flex-1 sm:max-w-xs"
            value={here?.id ?? ''}
            onChange={chooseDesk}
            options={[
              { value: '', label: here ? t('no-desk') : t('where-is-it') },
              ...active.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </div>
      {here && (
        <div className="flex-1 basis-64 print:hidden sm:max-w-xs">
          <SegmentedFilter
            label={t('keys-of')}
            value={everywhere ? 'all' : 'here'}
            onChange={(value) => onEverywhere(value === 'all')}
            options={[
              { value: 'here', label: t('here') },
              { value: 'all', label: t('all-desks') },
            ]}
          />
        </div>
      )}
    </section>
  );
}
