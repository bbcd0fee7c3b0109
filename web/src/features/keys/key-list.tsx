import type { Key } from '@keydesk/shared/keys/key';
import type { ReactNode } from 'react';
import { useMediaQuery } from '../../lib/hooks.ts';
import { useUser } from '../../lib/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { KeyHolder, KeyNumber, KeyStatusPill } from './key-parts.tsx';
import { placeOf } from './key-text.ts';

type KeyListProps = {
  keys: readonly Key[];
  /** What the list holds, for screen readers. */
  label: string;
  renderAction?: RenderKeyAction | undefined;
};

/** Keys as rows of a virtual list. */
export function KeyList({ keys, label, renderAction }: KeyListProps) {
  const rowHeight = useMediaQuery('(min-width: 768px)') ? 84 : 121;
  return (
    <VirtualList
      items={keys}
      idOf={idOf}
      label={label}
      estimatedHeight={rowHeight}
      renderItem={(key) => <KeyRow item={key} renderAction={renderAction} />}
    />
  );
}

function idOf(key: Key): string {
  return key._id;
}

export type RenderKeyAction = (key: Key) => ReactNode;

type KeyRowProps = { item: Key; renderAction?: RenderKeyAction | undefined };

/** Columns of a row from 768 px: number, room, status, action. On a phone they stack. */
export function rowClassName(withAction: boolean): string {
  return classNames(
    'px-4 py-3.5 md:grid md:items-center md:gap-x-4 md:px-5 md:py-4',
    withAction
      ? 'md:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,10rem)_10.5rem] xl:grid-cols-[10rem_minmax(0,1fr)_minmax(0,16rem)_10.5rem]'
      : 'md:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,14rem)] xl:grid-cols-[10rem_minmax(0,1fr)_minmax(0,18rem)]',
  );
}

/** Two parts that share a line on a phone and are separate columns from 768 px. */
export const lineClassName = 'flex items-center justify-between gap-3 md:contents';

/**
 * One key in a list: number, room, status, holder, action. On a phone the action shares the line of
 * the number, so that the location has nearly the whole width.
 */
export function KeyRow({ item, renderAction }: KeyRowProps) {
  const readerId = useUser()?.id;
  const mine = item.takenBy !== null && item.takenBy.userId === readerId;
  const action = renderAction?.(item);
  return (
    <div className={rowClassName(renderAction !== undefined)}>
      <div className={lineClassName}>
        <p
          className={classNames(
            'key-number min-w-0 text-2xl leading-7 wrap-anywhere md:row-span-2',
            // With three lines about the holder, the number lines up with the room's name.
            item.takenBy?.email && 'md:self-start',
          )}
        >
          <KeyNumber item={item} />
        </p>
        {action && (
          <div className="shrink-0 justify-self-end md:col-start-4 md:row-span-2 md:row-start-1">
            {action}
          </div>
        )}
      </div>
      <p className="mt-1 font-medium md:col-start-2 md:row-start-1 md:mt-0 md:self-end">
        {item.keyName}
      </p>
      <div className={lineClassName}>
        <p className="min-w-0 text-sm text-muted md:col-start-2 md:row-start-2 md:self-start">
          {placeOf(item)}
        </p>
        <div
          className={classNames(
            'shrink-0 self-start md:col-start-3 md:row-start-1',
            item.takenBy ? 'md:self-end' : 'md:row-span-2 md:self-center',
          )}
        >
          <KeyStatusPill item={item} mine={mine} />
        </div>
      </div>
      {item.takenBy && (
        <p className="mt-0.5 min-w-0 text-sm text-balance text-muted md:col-start-3 md:row-start-2 md:mt-1 md:self-start">
          <KeyHolder item={item} mine={mine} />
        </p>
      )}
    </div>
  );
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The skeleton of a list of keys, announced to screen readers. */
export function KeyRowSkeletons({ label = 'Loading keys...' }: { label?: string }) {
  return (
    <div role="status" className="card divide-y divide-line overflow-hidden">
      <span className="sr-only">{label}</span>
      {skeletonRows.map((row) => (
        <RowSkeleton key={row} />
      ))}
    </div>
  );
}

function RowSkeleton() {
  return (
    <div className={rowClassName(true)}>
      <div className={lineClassName}>
        <Skeleton className="h-6 w-28 md:row-span-2" />
        <Skeleton className="h-11 w-30 justify-self-end sm:h-9 md:col-start-4 md:row-span-2 md:row-start-1" />
      </div>
      <Skeleton className="mt-2 mb-1 h-4 w-36 md:col-start-2 md:row-start-1 md:mt-1 md:self-end" />
      <div className={lineClassName}>
        <Skeleton className="my-0.5 h-4 w-28 md:col-start-2 md:row-start-2 md:self-start" />
        <Skeleton className="h-6 w-22 rounded-full md:col-start-3 md:row-span-2 md:row-start-1" />
      </div>
    </div>
  );
}
