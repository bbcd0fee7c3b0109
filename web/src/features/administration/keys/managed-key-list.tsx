import type { Key } from '@keydesk/shared/keys/key';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { KeyRound } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useMediaQuery } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { EmptyState } from '../../../ui/page.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { keyIdOf, NoKeyFound } from '../../keys/key-parts.tsx';
import { KeyRow } from '../../keys/key-row.tsx';
import type { KeyListView } from './key-list-view.ts';
import { KeyTable } from './key-table.tsx';
import { KeyActions, ManagedKeyNumber, ManagedKeyStatus, SelectKey } from './managed-key-parts.tsx';

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
  return (
    <>
      {wide ? <KeyTable keys={visible} {...table} /> : <KeyRows keys={visible} {...table} />}
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

type KeyRowsProps = Omit<ComponentProps<typeof KeyTable>, 'sort' | 'onSort'>;

/** For phones. */
function KeyRows({ keys, selection, ...handlers }: KeyRowsProps) {
  return (
    <div className="@container">
      <VirtualList
        items={keys}
        idOf={keyIdOf}
        label={t('keys')}
        estimatedHeight={89}
        renderItem={(item) => (
          <KeyRow
            item={item}
            number={<ManagedKeyNumber item={item} />}
            standing={<ManagedKeyStatus item={item} narrow />}
            renderAction={() =>
              selection.selecting ? (
                <SelectKey item={item} selection={selection} />
              ) : (
                <KeyActions item={item} {...handlers} />
              )
            }
          />
        )}
      />
    </div>
  );
}

function EmptyKeyList({ filtered, addKey, onShowAll }: EmptyKeyListProps) {
  return filtered ? (
    <NoKeyFound
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
