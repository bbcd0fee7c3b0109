import { hourMs } from '@keydesk/shared/core/dates';
import { largestUnitText } from '@keydesk/shared/core/formats';
import type { Key } from '@keydesk/shared/keys/key';
import { maxBatchKeys } from '@keydesk/shared/loans/qr-payload';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/volunteer';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Clock, KeyRound } from 'lucide-react';
import {
  Fragment,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useReducer,
} from 'react';
import { useAddressText } from '../../../lib/address.ts';
import { ApiError, isNetworkError, serverMessage } from '../../../lib/api.ts';
import { useNow } from '../../../lib/clock.ts';
import { useMediaQuery } from '../../../lib/hooks.ts';
import { useUser } from '../../../lib/session.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dotted } from '../../../ui/dotted.tsx';
import { SearchField } from '../../../ui/filters.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState, PageHeader } from '../../../ui/page.tsx';
import { QrCodeIcon } from '../../../ui/qr-code-icon.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { keyIdOf, lastPartOf, NoKeyFound } from '../../keys/key-parts.tsx';
import { allTakenQuery } from '../../keys/queries.ts';
import { useFoundTakenKeys } from '../../keys/search.ts';
import { useShownBatch } from '../codes/shown-batch.tsx';
import { readSelection, restoredSelection, selectionReducer, storeSelection } from './selection.ts';

/** Volunteer Key Return: returning keys that others have taken. */
export function VolunteerReturnPage() {
  const taken = useQuery(allTakenQuery);
  const userId = useUser()?.id ?? '';
  const selected = useMemo(() => {
    const stored = readSelection(userId);
    return taken.data?.map(({ _id }) => _id).filter((id) => stored.includes(id));
  }, [taken.data, userId]);
  const { show, modal } = useShownBatch(taken.data, selected);
  return (
    <>
      <PageHeader title={t('title')} text={t('choose-keys')} />
      <QueryState
        query={taken}
        loading={<TakenKeySkeletons />}
        title={t('load-error')}
        failure={loadErrorMessage}
      />
      {taken.data && <VolunteerReturn keys={taken.data} userId={userId} onReturn={show} />}
      {modal}
    </>
  );
}

type VolunteerReturnProps = {
  keys: readonly Key[];
  userId: string;
  onReturn: (keyIds: string[]) => void;
};

function VolunteerReturn({ keys, userId, onReturn }: VolunteerReturnProps) {
  const [query, setQuery] = useAddressText('q');
  const deferredQuery = useDeferredValue(query);
  const [selection, dispatch] = useReducer(selectionReducer, userId, (id) =>
    restoredSelection(readSelection(id)),
  );
  const foundKeys = useFoundTakenKeys(keys, deferredQuery);
  const onToggle = useCallback((id: string) => dispatch({ type: 'toggle', id }), []);
  useEffect(() => dispatch({ type: 'keep', ids: keys.map(({ _id }) => _id) }), [keys]);

  const { ids, tooMany } = selection;
  useEffect(() => storeSelection(userId, ids), [userId, ids]);
  const hidden = useMemo(() => {
    const found = new Set(foundKeys);
    return keys.filter((key) => ids.has(key._id) && !found.has(key));
  }, [keys, foundKeys, ids]);
  const allSelected = foundKeys.every(({ _id }) => ids.has(_id)) || ids.size === maxBatchKeys;
  const toggleAll = () =>
    dispatch(
      allSelected
        ? { type: 'deselect-all' }
        : { type: 'select-all', ids: foundKeys.map(({ _id }) => _id) },
    );

  if (keys.length === 0)
    return (
      <EmptyState card icon={<KeyRound aria-hidden />} title={t('none-out')} text={t('all-back')} />
    );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField
          value={query}
          onChange={setQuery}
          placeholder={keyText('search')}
          className="w-full sm:max-w-md sm:flex-1"
        />
        <div className="flex min-h-11 flex-1 items-center justify-between gap-4">
          <p role="status" className="text-muted tabular-nums">
            {keyText('count', { count: foundKeys.length })}
          </p>
          {foundKeys.length > 0 && (
            <Button variant="quiet" size="small" className="-me-3" onClick={toggleAll}>
              {t(allSelected ? 'deselect-all' : 'select-all')}
            </Button>
          )}
        </div>
      </div>
      {foundKeys.length > 0 ? (
        <TakenKeyList keys={foundKeys} selected={ids} onToggle={onToggle} />
      ) : (
        <NoKeyFound />
      )}
      {ids.size > 0 && (
        <SelectionBar
          count={ids.size}
          hidden={hidden}
          tooMany={tooMany}
          onShowHidden={() => setQuery('')}
          onReturn={() => onReturn([...ids])}
        />
      )}
    </>
  );
}

function SelectionBar({ count, hidden, tooMany, onShowHidden, onReturn }: SelectionBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface/95 px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] backdrop-blur sm:sticky sm:bottom-4 sm:mt-4 sm:rounded-card sm:border sm:px-5 sm:pb-3 sm:shadow-float">
      {tooMany && (
        <Notice tone="warning" icon={<CircleAlert aria-hidden />} className="mb-3">
          {t('at-most', { count: maxBatchKeys })}
        </Notice>
      )}
      {hidden.length > 0 && (
        <div className="mb-2 flex items-center justify-between gap-x-4 text-sm">
          <HiddenKeys keys={hidden} />
          <Button
            variant="quiet"
            size="small"
            className="-me-3 whitespace-nowrap"
            onClick={onShowHidden}
          >
            {t('show-all')}
          </Button>
        </div>
      )}
      <div className="flex items-center justify-between gap-4">
        <p role="status" className="text-muted tabular-nums max-sm:sr-only">
          {t('selected', { count })}
        </p>
        <ActionButton size="large" className="max-sm:w-full" onClick={onReturn}>
          <QrCodeIcon aria-hidden className="size-5" />
          {returnButtonText(count)}
        </ActionButton>
      </div>
    </div>
  );
}

const namedAtMost = 3;

function HiddenKeys({ keys }: { keys: readonly Key[] }) {
  return (
    <p className="min-w-0 text-muted">
      {t.rich('hidden', {
        count: keys.length,
        numbers: () =>
          keys.slice(0, namedAtMost).map(({ _id, keyNumber }, at) => (
            <Fragment key={_id}>
              {at > 0 && ', '}
              <span className="whitespace-nowrap">{keyNumber}</span>
            </Fragment>
          )),
        more: Math.max(0, keys.length - namedAtMost),
      })}
    </p>
  );
}

type SelectionBarProps = {
  count: number;
  hidden: readonly Key[];
  tooMany: boolean;
  onShowHidden: () => void;
  onReturn: () => void;
};

type TakenKeyListProps = {
  keys: readonly Key[];
  selected: ReadonlySet<string>;
  onToggle: (id: string) => void;
};

function TakenKeyList({ keys, selected, onToggle }: TakenKeyListProps) {
  const now = useNow();
  const wide = useMediaQuery('(min-width: 40rem)');
  return (
    <VirtualList
      items={keys}
      idOf={keyIdOf}
      label={t('taken-keys')}
      estimatedHeight={wide ? 72 : 92}
      renderItem={(key) => (
        <TakenKeyRow item={key} now={now} selected={selected.has(key._id)} onToggle={onToggle} />
      )}
    />
  );
}

type TakenKeyRowProps = {
  item: Key;
  now: number;
  selected: boolean;
  onToggle: (id: string) => void;
};

/** Stacked on a phone; number, room and holder in columns from 640 px. */
const rowClassName =
  'grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 px-4 py-2.5 sm:grid-cols-[auto_9rem_minmax(0,1fr)_minmax(0,15rem)] sm:items-center sm:px-5';

/** A click anywhere on the row selects the key. */
const TakenKeyRow = memo(Row);

function TakenKeySkeletons() {
  return (
    <div role="status" className="card divide-y divide-line overflow-hidden">
      <span className="sr-only">{t('loading')}</span>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <div key={row} className={rowClassName}>
          <Skeleton className="mt-1 size-5 rounded sm:mt-0" />
          <Skeleton className="h-7 w-28" />
          <div className="col-start-2 mt-1.5 space-y-2 sm:col-start-3 sm:mt-0">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-28" />
          </div>
          <Skeleton className="col-start-2 mt-2 h-4 w-36 sm:col-start-4 sm:mt-0" />
        </div>
      ))}
    </div>
  );
}

function Row({ item, now, selected, onToggle }: TakenKeyRowProps) {
  const outFor = outForText(item.takenAt, now);
  return (
    <label
      className={classNames(
        rowClassName,
        'cursor-pointer transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus',
        selected ? 'bg-accent-soft/50 hover:bg-accent-soft/70' : 'hover:bg-sunken/60',
      )}
    >
      <input
        type="checkbox"
        checked={selected}
        onChange={() => onToggle(item._id)}
        className="row-span-3 mt-1 size-5 cursor-pointer outline-none sm:row-span-1 sm:mt-0"
      />
      <KeyNumber number={item.keyNumber} className="text-xl leading-7" />
      <span className="col-start-2 min-w-0 text-sm wrap-anywhere sm:col-start-3">
        <Dotted>
          <span className="sm:block sm:text-base">{item.keyName}</span>
          <span className="text-muted">
            <span className="sm:hidden">{lastPartOf(item.location)}</span>
            <span className="hidden sm:inline">{item.location}</span>
          </span>
        </Dotted>
      </span>
      <span className="col-start-2 min-w-0 text-sm text-muted sm:col-start-4">
        <span className="text-ink sm:block">{item.takenBy?.name ?? t('holder-not-known')}</span>
        {outFor && (
          <span className="inline-flex items-center gap-1 tabular-nums max-sm:ms-2.5">
            <Clock aria-hidden className="size-3.5" />
            <span className="sr-only">{t('out-for')}</span>
            <span>{outFor}</span>
          </span>
        )}
      </span>
    </label>
  );
}

export function returnButtonText(count: number): string {
  return t('return-keys', { count });
}

/** How long a key has been out: 'less than 1 hour', 'N hours' or 'N days'. */
export function outForText(takenAt: string | null, now: number): string {
  const passed = now - Date.parse(takenAt ?? '');
  if (Number.isNaN(passed)) return '';
  return passed < hourMs ? t('less-than-hour') : largestUnitText(passed);
}

export function loadErrorMessage(cause: unknown): string {
  if (cause instanceof ApiError) {
    if (isNetworkError(cause)) return cause.message;
    // A server without this route.
    if (cause.status === 404) return t('not-available');
  }
  return serverMessage(cause, t('failed'));
}
