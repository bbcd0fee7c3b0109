import { type Key, standingOf } from '@keydesk/shared/keys/key';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/desk';
import { t as handoverText } from '@keydesk/shared/texts/en/handovers';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, SearchX, X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useAddressText } from '../../../lib/address.ts';
import { useCampus } from '../../../lib/campus.ts';
import { useNow } from '../../../lib/clock.ts';
import { useCampusTimezone } from '../../../lib/config.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SearchField } from '../../../ui/filters.tsx';
import { EmptyState } from '../../../ui/page.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { FoundElsewhere } from '../../keys/key-browser.tsx';
import { KeyList } from '../../keys/key-list.tsx';
import { KeyRowSkeletons } from '../../keys/key-row.tsx';
import { keysQuery } from '../../keys/queries.ts';
import { filterByStatus, findKeys, useFoundTakenKeys } from '../../keys/search.ts';
import { ReportedKeys } from '../incidents/reported-keys.tsx';
import { CollectManyDialog } from './collect-many-dialog.tsx';
import { dueToday } from './desk-overview.tsx';
import { NightListButton } from './night-list-button.tsx';
import { OutageSheetButton } from './outage-sheet.tsx';

type DeskUnavailableTabProps = {
  narrow: (keys: readonly Key[]) => readonly Key[];
  nightListOf?: string | null;
  renderCollect: (key: Key) => ReactNode;
};

const noKeys: readonly Key[] = [];

/** The search field appears above this many keys, and stays while its term filters. */
const searchThreshold = 8;

/**
 * Reported keys, and keys that are out, longest out first, with a search; `?due=today` filters to
 * those due today. Keys are collected one by one or several at once.
 */
export function DeskUnavailableTab(props: DeskUnavailableTabProps) {
  const { narrow, nightListOf: desk, renderCollect } = props;
  const keys = useQuery(keysQuery);
  const here = useMemo(() => keys.data && narrow(keys.data), [keys.data, narrow]);
  const selection = useKeySelection(here ?? noKeys);
  const [collecting, setCollecting] = useState<readonly Key[] | null>(null);
  const [term, setTerm] = useAddressText('q');
  const deferredTerm = useDeferredValue(term);
  const [due, setDue] = useAddressText('due');
  const onlyToday = due === 'today';
  const [now, timezone] = [useNow(), useCampusTimezone()];
  const all = useMemo(() => here && longestOutFirst(here), [here]);
  const out = useMemo(
    () => (all && onlyToday ? dueToday(all, timezone, new Date(now)) : all),
    [all, onlyToday, timezone, now],
  );
  const counted = onlyToday ? out : here && filterByStatus(here, 'unavailable');
  const foundOfOut = useFoundTakenKeys(out ?? noKeys, deferredTerm);
  const found = out && foundOfOut;
  const campus = useCampus();
  const reported = useMemo(
    () => here?.filter((key) => standingOf(key) === 'reported') ?? noKeys,
    [here],
  );
  const foundReported = useMemo(
    () => findKeys(reported, deferredTerm, null, campus),
    [reported, deferredTerm, campus],
  );
  const foundHere = found && found.length + foundReported.length;
  const elsewhere = useMemo(() => {
    if (!keys.data || !here || foundHere !== 0 || deferredTerm.trim() === '') return noKeys;
    const own = new Set(here);
    const others = keys.data.filter((key) => !own.has(key));
    return findKeys(others, deferredTerm, null, campus);
  }, [keys.data, here, foundHere, deferredTerm, campus]);
  return (
    <section aria-labelledby="unavailable-keys" aria-busy={!out && !keys.error}>
      <header className="mb-4 flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1
          id="unavailable-keys"
          className="flex items-center gap-2.5 text-2xl font-semibold tracking-tight"
        >
          {keyText('unavailable-keys')}
          {counted && <Badge count={counted.length} className="h-7 min-w-7 px-2 text-sm" />}
        </h1>
        {onlyToday && (
          <Button
            variant="secondary"
            size="small"
            aria-label={t('show-all-out')}
            onClick={() => setDue('')}
            className="mr-auto"
          >
            {t('due-today-only')}
            <X aria-hidden className="size-4" />
          </Button>
        )}
        <span className="-mx-3 flex flex-wrap sm:mr-0 sm:ml-auto print:hidden">
          <OutageSheetButton desk={desk} />
          {desk && out && out.length > 0 && <NightListButton desk={desk} />}
        </span>
        {out && (out.length > searchThreshold || term !== '') && (
          <SearchField
            value={term}
            onChange={setTerm}
            placeholder={keyText('search')}
            className="w-full sm:w-80"
          />
        )}
      </header>
      <QueryState
        query={keys}
        loading={<KeyRowSkeletons />}
        failure={() => keyText('failed-to-load')}
      />
      {here && !onlyToday && <ReportedKeys all={reported} found={foundReported} />}
      {found && found.length > 0 && (
        <div className="@container">
          <KeyList
            keys={found}
            label={keyText('unavailable-keys')}
            renderAction={(key) => (
              <span className="flex items-center gap-1">
                {renderCollect(key)}
                <SelectKeyBox item={key} selection={selection} />
              </span>
            )}
          />
          <SelectionBar selection={selection} shown={found} onCollect={setCollecting} />
        </div>
      )}
      {elsewhere.length > 0 && (
        <FoundElsewhere found={elsewhere} label={keyText('results')} renderAction={renderCollect} />
      )}
      {counted?.length === 0 && elsewhere.length === 0 && (
        <EmptyState
          icon={<CircleCheck aria-hidden />}
          title={t(onlyToday ? 'no-more-due-today' : 'all-available')}
        />
      )}
      {out && out.length > 0 && foundHere === 0 && elsewhere.length === 0 && (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={keyText('none-found')}
          text={keyText('try-other-terms')}
        />
      )}
      <CollectManyDialog items={collecting} onClose={() => setCollecting(null)} />
    </section>
  );
}

export function longestOutFirst(keys: readonly Key[]): Key[] {
  return keys
    .filter((key) => standingOf(key) === 'out')
    .sort((one, other) => (one.takenAt ?? '').localeCompare(other.takenAt ?? ''));
}

export type KeySelection = {
  selected: readonly Key[];
  has: (key: Key) => boolean;
  toggle: (key: Key) => void;
  select: (keys: readonly Key[]) => void;
  clear: () => void;
};

function useKeySelection(keys: readonly Key[]): KeySelection {
  const [loanIds, setLoanIds] = useState<ReadonlySet<string>>(new Set());
  const has = ({ loanId }: Key) => loanId !== null && loanIds.has(loanId);
  const select = (more: readonly Key[]) =>
    setLoanIds((before) => new Set([...before, ...more.flatMap(({ loanId }) => loanId ?? [])]));
  return {
    selected: keys.filter(has),
    has,
    toggle: (key) =>
      has(key)
        ? setLoanIds((before) => new Set([...before].filter((id) => id !== key.loanId)))
        : select([key]),
    select,
    clear: () => setLoanIds(new Set()),
  };
}

type SelectKeyBoxProps = { item: Key; selection: KeySelection };

function SelectKeyBox({ item, selection }: SelectKeyBoxProps) {
  return (
    <label className="relative grid size-11 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={t('select-key', item)}
        checked={selection.has(item)}
        onChange={() => selection.toggle(item)}
        className="size-5 cursor-pointer tick"
      />
    </label>
  );
}

type SelectionBarProps = {
  selection: KeySelection;
  shown: readonly Key[];
  onCollect: (items: readonly Key[]) => void;
};

/** Stays in view, unless large text leaves too little room beside it. */
function SelectionBar({ selection, shown, onCollect }: SelectionBarProps) {
  const { selected } = selection;
  if (selected.length === 0) return null;
  const hidden = selected.filter((key) => !shown.includes(key)).length;
  const allShown = shown.every(selection.has);
  return (
    <div className="bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 mt-4 flex @min-[17rem]:sticky flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl border border-line bg-raised px-4 py-3 shadow-float sm:px-5 tabs-above:bottom-4">
      <p role="status" className="font-medium tabular-nums">
        {t('selected', { count: selected.length })}
        {hidden > 0 && <span className="text-muted"> {t('hidden', { count: hidden })}</span>}
      </p>
      <div className="flex flex-1 flex-wrap items-center justify-end gap-2">
        {!allShown && (
          <Button variant="quiet" size="small" onClick={() => selection.select(shown)}>
            {t('select-all', { count: shown.length })}
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={selection.clear}>
          {actionText('clear')}
        </Button>
        <OnDutyButton onClick={() => onCollect(selected)}>
          {handoverText('collect-several', { count: selected.length })}
        </OnDutyButton>
      </div>
    </div>
  );
}
