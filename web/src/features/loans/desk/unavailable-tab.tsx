import { isOverdue } from '@keydesk/shared/due/calendar';
import { type Key, standingOf } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/desk';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useAddressText } from '../../../lib/address.ts';
import { useCampus } from '../../../lib/campus.ts';
import { useNow } from '../../../lib/clock.ts';
import { useCampusTimezone } from '../../../lib/config.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { SearchField, SegmentedFilter } from '../../../ui/filters.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { EmptyState } from '../../../ui/page.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { FoundElsewhere } from '../../keys/key-browser.tsx';
import { KeyList } from '../../keys/key-list.tsx';
import { NoKeyFound } from '../../keys/key-parts.tsx';
import { KeyRowSkeletons } from '../../keys/key-row.tsx';
import { keysQuery } from '../../keys/queries.ts';
import { findKeys, useFoundTakenKeys } from '../../keys/search.ts';
import { FoundKey } from '../incidents/condition-notice.tsx';
import { FoundKeys, FoundNotes } from '../incidents/found-notes.tsx';
import { CollectManyDialog } from './collect-many-dialog.tsx';
import { dueToday } from './desk-overview.tsx';
import type { HandoverResult } from './handover-result.ts';

type DeskUnavailableTabProps = {
  narrow: (keys: readonly Key[]) => readonly Key[];
  renderCollect: (key: Key) => ReactNode;
  onCollect: (key: Key) => void;
  onCollected: (outcome: HandoverResult) => void;
};

const noKeys: readonly Key[] = [];

/** The search field appears above this many keys, and stays while its term filters. */
const searchThreshold = 8;

const filters = ['all', 'overdue', 'today', 'reported'] as const;
type Filter = (typeof filters)[number];

/**
 * Keys that are out, longest out first, then reported ones, with a search; `?show=` filters to
 * those that are overdue, due today or reported. Keys are collected one by one or several at once.
 */
export function DeskUnavailableTab(props: DeskUnavailableTabProps) {
  const { narrow, renderCollect, onCollect, onCollected } = props;
  const keys = useQuery(keysQuery);
  const here = useMemo(() => keys.data && narrow(keys.data), [keys.data, narrow]);
  const [collecting, setCollecting] = useState<readonly Key[] | null>(null);
  const [term, setTerm] = useAddressText('q');
  const deferredTerm = useDeferredValue(term);
  const [show, setShow] = useAddressText('show');
  const filter = filters.find((one) => one === show) ?? 'all';
  const lists = useFilteredKeys(here);
  const listed = lists?.[filter];
  const foundTaken = useFoundTakenKeys(listed?.filter(isOut) ?? noKeys, deferredTerm);
  const campus = useCampus();
  const found = useMemo(() => {
    if (!listed) return undefined;
    const others = listed.filter((key) => !isOut(key));
    return [...foundTaken, ...findKeys(others, deferredTerm, null, campus)];
  }, [listed, foundTaken, deferredTerm, campus]);
  const elsewhere = useMemo(() => {
    const isSearch = filter !== 'overdue' && deferredTerm.trim() !== '';
    if (!keys.data || !here || found?.length !== 0 || !isSearch) return noKeys;
    const own = new Set(here);
    const others = keys.data.filter((key) => !own.has(key));
    return findKeys(others, deferredTerm, null, campus);
  }, [keys.data, here, found, filter, deferredTerm, campus]);
  const reported = useMemo(() => new Set(lists?.reported.map(({ _id }) => _id)), [lists]);
  return (
    <section aria-labelledby="unavailable-keys" aria-busy={!lists && !keys.error}>
      <header className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1
          id="unavailable-keys"
          className="flex items-center gap-2.5 text-xl font-semibold tracking-tight"
        >
          {keyText('unavailable-keys')}
          {lists && <Badge count={lists.all.length} className="h-7 min-w-7 px-2 text-sm" />}
        </h1>
        {filter !== 'overdue' && foundTaken.length > 1 && (
          <OnDutyButton
            variant="quiet"
            size="small"
            className="-me-3 sm:ms-auto print:hidden"
            onClick={() => setCollecting(foundTaken)}
          >
            {t('collect-several')}
          </OnDutyButton>
        )}
      </header>
      {lists && lists.all.length > 0 && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-sm:*:w-full print:hidden">
          <SegmentedFilter
            label={keyText('show')}
            value={filter}
            onChange={(next) => setShow(next === 'all' ? '' : next)}
            options={filters.map((value) => ({
              value,
              label: filterLabel(value),
              ...(value === 'overdue' && { count: lists.overdue.length }),
            }))}
          />
          {listed && (listed.length > searchThreshold || term !== '') && (
            <SearchField
              value={term}
              onChange={setTerm}
              placeholder={keyText('search')}
              className="sm:w-80"
            />
          )}
        </div>
      )}
      <QueryState
        query={keys}
        loading={<KeyRowSkeletons />}
        failure={() => keyText('failed-to-load')}
      />
      {lists && (filter === 'all' || filter === 'reported') && <FoundKeys except={reported} />}
      {filter === 'overdue' ? (
        <OverdueKeys
          narrow={narrow}
          term={deferredTerm}
          onCollect={onCollect}
          whileLoading={<KeyRowSkeletons />}
        />
      ) : (
        found &&
        found.length > 0 && (
          <KeyList
            keys={found}
            label={keyText('unavailable-keys')}
            renderAction={(key) => renderCollect(key) ?? <FoundKey item={key} />}
            renderMore={(key) => key.condition && <FoundNotes keyId={key._id} />}
          />
        )
      )}
      {elsewhere.length > 0 && (
        <FoundElsewhere found={elsewhere} label={keyText('results')} renderAction={renderCollect} />
      )}
      {filter !== 'overdue' && listed?.length === 0 && elsewhere.length === 0 && (
        <EmptyState icon={<CircleCheck aria-hidden />} title={emptyText(filter)} />
      )}
      {filter !== 'overdue' &&
        listed &&
        listed.length > 0 &&
        found?.length === 0 &&
        elsewhere.length === 0 && <NoKeyFound />}
      <CollectManyDialog
        items={collecting}
        choose={deferredTerm.trim() === '' ? 'none' : 'all'}
        onCollected={(outcome) => {
          setCollecting(null);
          onCollected(outcome);
        }}
        onClose={() => setCollecting(null)}
      />
    </section>
  );
}

const OverdueKeys = lazyComponent(() => import('./overdue-keys.tsx'), 'OverdueKeys');

function filterLabel(filter: Filter): string {
  switch (filter) {
    case 'all':
      return keyText('all');
    case 'overdue':
      return keyText('overdue-keys');
    case 'today':
      return t('due-today');
    case 'reported':
      return t('reported');
  }
}

function emptyText(filter: Exclude<Filter, 'overdue'>): string {
  if (filter === 'all') return t('all-available');
  return t(filter === 'today' ? 'no-more-due-today' : 'none-reported');
}

function useFilteredKeys(here: readonly Key[] | undefined) {
  const [now, timezone] = [useNow(), useCampusTimezone()];
  return useMemo(() => {
    if (!here) return undefined;
    const out = longestOutFirst(here);
    const reported = here.filter((key) => standingOf(key) === 'reported');
    return {
      all: [...out, ...reported],
      overdue: out.filter((key) => isOverdue(key, now)),
      today: dueToday(out, timezone, new Date(now)),
      reported,
    } satisfies Record<Filter, readonly Key[]>;
  }, [here, now, timezone]);
}

function isOut(key: Key): boolean {
  return standingOf(key) === 'out';
}

export function longestOutFirst(keys: readonly Key[]): Key[] {
  return keys
    .filter((key) => standingOf(key) === 'out')
    .sort((one, other) => (one.takenAt ?? '').localeCompare(other.takenAt ?? ''));
}
