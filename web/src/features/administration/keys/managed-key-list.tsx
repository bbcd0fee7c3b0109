import type { Key } from '@keydesk/shared/keys/key';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { KeyRound, SearchX } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode } from 'react';
import { useMediaQuery } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { EmptyState } from '../../../ui/page.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { VirtualList, virtualizeAbove } from '../../../ui/virtual-list.tsx';
import { lastPartOf } from '../../keys/key-parts.tsx';
import { SelectBox } from '../selection.tsx';
import { useKeyLabels } from './key-labels.ts';
import type { KeyListView } from './key-list-view.ts';
import { KeyTable } from './key-table.tsx';
import { KeyActions, type ManagedKeyProps, ManagedKeyStatus } from './managed-key-parts.tsx';

type ManagedKeyListProps = Omit<ComponentProps<typeof KeyTable>, 'keys'> & {
  keys: readonly Key[];
  rows: KeyListView['rows'];
  onRows: (rows: KeyListView['rows']) => void;
  filtered: boolean;
  addKey: ReactNode;
  onShowAll: () => void;
};

type EmptyKeyListProps = Pick<ManagedKeyListProps, 'filtered' | 'addKey' | 'onShowAll'>;

export function ManagedKeyList(props: ManagedKeyListProps) {
  const { keys, rows, onRows, filtered, addKey, onShowAll, ...table } = props;
  const wide = useMediaQuery('(min-width: 48rem)');
  const step = wide ? 10 : 4;
  if (keys.length === 0)
    return (
      <div className="card">
        <EmptyKeyList filtered={filtered} addKey={addKey} onShowAll={onShowAll} />
      </div>
    );
  const shown = rows === 'all' ? keys.length : Math.max(rows ?? step, step);
  const visible = shown < keys.length ? keys.slice(0, shown) : keys;
  const { sort: _sort, onSort: _onSort, selectAll: _selectAll, ...cards } = table;
  return (
    <>
      {wide ? <KeyTable keys={visible} {...table} /> : <KeyCards keys={visible} {...cards} />}
      <div className="mt-4 flex flex-col items-center gap-3">
        <p role="status" className="text-sm text-muted tabular-nums">
          {t('showing-of', { shown: visible.length, count: keys.length })}
        </p>
        {visible.length < keys.length && (
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="secondary" onClick={() => onRows(shown + step)} className="min-w-40">
              {t('load-more')}
            </Button>
            <Button variant="quiet" onClick={() => onRows('all')}>
              {actionText('show-all-count', { count: keys.length })}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function EmptyKeyList({ filtered, addKey, onShowAll }: EmptyKeyListProps) {
  return filtered ? (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={keyText('none-found')}
      text={keyText('try-other-terms')}
      action={
        <Button variant="secondary" onClick={onShowAll}>
          {t('show-all-keys')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<KeyRound aria-hidden />}
      title={t('no-keys-yet')}
      text={t('no-keys-hint')}
      action={addKey}
    />
  );
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function KeyListSkeleton() {
  return (
    <div role="status" className="card divide-y divide-line overflow-hidden">
      <span className="sr-only">{keyText('loading')}</span>
      {skeletonRows.map((row) => (
        <div key={row} className="flex items-center gap-6 px-5 py-4">
          <Skeleton className="h-6 w-24" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
          <Skeleton className="h-6 w-22 rounded-full" />
        </div>
      ))}
    </div>
  );
}

type KeyCardsProps = Omit<ManagedKeyProps, 'item' | 'selected'> & {
  keys: readonly Key[];
  selectedIds: ReadonlySet<string>;
};

/** Keys as cards, for phones; a long list is virtual. */
function KeyCards({ keys, selectedIds, ...rest }: KeyCardsProps) {
  if (keys.length > virtualizeAbove)
    return (
      <VirtualList
        items={keys}
        idOf={idOf}
        label={t('keys')}
        estimatedHeight={137}
        renderItem={(key) => (
          <ManagedKeyCard item={key} selected={selectedIds.has(key._id)} {...rest} />
        )}
      />
    );
  return (
    <ul aria-label={t('keys')} className="card divide-y divide-line overflow-hidden">
      {keys.map((key) => (
        <li key={key._id}>
          <ManagedKeyCard item={key} selected={selectedIds.has(key._id)} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function idOf(key: Key): string {
  return key._id;
}

const ManagedKeyCard = memo((props: ManagedKeyProps) => {
  const { item, selected, onSelect, now, ...handlers } = props;
  const { categoryLabel, blockLabel } = useKeyLabels();
  return (
    <article className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-1 py-1 pr-1.5 pl-1">
      <SelectBox
        label={t('select-key', { keyNumber: item.keyNumber })}
        checked={selected}
        onChange={(checked) => onSelect(item, checked)}
      />
      <h2 className="min-w-0 text-xl/7">
        <KeyNumber number={item.keyNumber} linkTo={item._id} />
      </h2>
      <KeyActions item={item} {...handlers} />
      <div className="col-span-2 col-start-2 pr-2.5 pb-2">
        <p className="text-sm/5 wrap-break-word">
          <Dotted>
            {item.keyName}
            <span className="text-muted">{lastPartOf(item.location)}</span>
          </Dotted>
        </p>
        <p className="text-sm/5 text-muted">
          <Dotted>
            {item.department}
            {categoryLabel(item.category)}
            {blockLabel(item.block)}
          </Dotted>
        </p>
        <ManagedKeyStatus item={item} now={now} />
      </div>
    </article>
  );
});
