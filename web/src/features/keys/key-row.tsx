import { isHeldBy, type Key, type StorageLocation } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/keys';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { storageLocationText, useDesks } from '../../lib/campus.ts';
import { useUser } from '../../lib/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { KeyDetailsLink, KeyDue, KeyHolder, KeyStatusPill, usePlaceOf } from './key-parts.tsx';

export type RenderKeyAction = (key: Key) => ReactNode;

type KeyRowProps = {
  item: Key;
  renderAction?: RenderKeyAction | undefined;
  /** For the reader's own keys: the number is a heading, and the due time is shown. */
  own?: boolean;
  more?: ReactNode;
};

/**
 * One key in a list; a click on it opens the details. Its layout depends on the list's width, so
 * the list must be a size container.
 */
export function KeyRow({ item, renderAction, own = false, more }: KeyRowProps) {
  const readerId = useUser()?.id;
  const placeOf = usePlaceOf();
  const mine = isHeldBy(item, readerId);
  const action = renderAction?.(item);
  const narrow = action ? narrowCells.withAction : narrowCells.withoutAction;
  const NumberTag = own ? 'h2' : 'p';
  return (
    <div
      className={classNames(
        rowClassName(renderAction !== undefined),
        'transition-colors duration-150 hover:bg-sunken/60',
      )}
    >
      <NumberTag className={classNames('min-w-0 text-[min(1.5rem,12cqi)] leading-7', cells.number)}>
        <KeyDetailsLink item={item} stretched />
      </NumberTag>
      <p className={classNames('font-medium wrap-break-word', cells.name, narrow.name)}>
        {item.keyName}
      </p>
      <p className={classNames('text-sm wrap-break-word text-muted', cells.place, narrow.place)}>
        <Dotted>{placeOf(item)}</Dotted>
        {hasStorageLocation(item) && <KeyHook place={item} />}
      </p>
      <div
        className={classNames(
          cells.status,
          narrow.status,
          item.takenBy ? '@2xl:[grid-area:1/3]' : '@2xl:self-center @2xl:[grid-area:1/3/span_2]',
        )}
      >
        <KeyStatusPill item={item} mine={mine} />
      </div>
      {item.takenBy && (
        <p className={classNames('max-w-full text-sm text-balance text-muted', cells.holder)}>
          <Dotted>
            <span className="@2xl:block">
              <KeyHolder item={item} mine={mine} />
            </span>
            {own && (
              <span className="@2xl:block">
                <KeyDue item={item} />
              </span>
            )}
          </Dotted>
        </p>
      )}
      {action && <div className={cells.action}>{action}</div>}
      {more && <div className={cells.more}>{more}</div>}
    </div>
  );
}

/**
 * By the width of the list: stacked in a very narrow one, then text left and status and action
 * right, then four columns (number, room, status, action).
 */
function rowClassName(withAction: boolean): string {
  return classNames(
    'relative grid grid-cols-1 content-center justify-items-start gap-x-2 px-4 py-3 @2xs:grid-cols-[minmax(0,1fr)_auto_auto] @2xl:gap-x-4 @2xl:px-5 @2xl:py-4',
    withAction
      ? '@2xl:grid-cols-[minmax(8.5rem,max-content)_minmax(0,1fr)_minmax(0,11rem)_10.5rem] @4xl:grid-cols-[minmax(10rem,max-content)_minmax(0,1fr)_minmax(0,16rem)_10.5rem]'
      : '@2xl:grid-cols-[minmax(8.5rem,max-content)_minmax(0,1fr)_minmax(0,14rem)] @4xl:grid-cols-[minmax(10rem,max-content)_minmax(0,1fr)_minmax(0,18rem)]',
  );
}

/** Grid areas: row / column / rows / columns. */
const cells = {
  number: '@2xs:[grid-area:1/1] @2xl:max-w-48 @2xl:self-center @2xl:[grid-area:1/1/span_2]',
  name: '@2xl:self-end @2xl:[grid-area:1/2]',
  place: '@2xs:self-center @2xl:self-start @2xl:[grid-area:2/2]',
  status: 'my-0.5 @2xs:justify-self-end @2xl:my-0 @2xl:justify-self-start',
  holder: '@2xs:[grid-area:4/1/auto/span_3] @2xl:mt-0.5 @2xl:[grid-area:2/3]',
  more: 'relative mt-1.5 empty:hidden @2xs:[grid-area:5/1/auto/span_3] @2xl:[grid-area:3/2/auto/span_3]',
  action:
    'mt-1.5 @2xs:mt-0 @2xs:self-center @2xs:justify-self-end @2xs:[grid-area:1/2/span_2/span_2] @2xl:[grid-area:1/4/span_2]',
};

/** Below four columns, the status is below the action or in its place. */
const narrowCells = {
  withAction: {
    name: '@2xs:[grid-area:2/1]',
    place: '@2xs:[grid-area:3/1/auto/span_2]',
    status: '@2xs:[grid-area:3/3]',
  },
  withoutAction: {
    name: '@2xs:[grid-area:2/1/auto/span_3]',
    place: '@2xs:[grid-area:3/1/auto/span_3]',
    status: '@2xs:[grid-area:1/2/auto/span_2]',
  },
};

export const rowListClassName = '@container card divide-y divide-line overflow-hidden';

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];

export function KeyRowSkeletons({ label = t('loading'), rows = skeletonRows.length }) {
  return (
    <div role="status" className={rowListClassName}>
      <span className="sr-only">{label}</span>
      {skeletonRows.slice(0, rows).map((row) => (
        <div key={row} className={rowClassName(true)}>
          <Skeleton className={classNames('my-0.5 h-6 w-28', cells.number)} />
          <Skeleton
            className={classNames('my-1 h-4 w-36', cells.name, narrowCells.withAction.name)}
          />
          <Skeleton
            className={classNames('my-0.5 h-4 w-28', cells.place, narrowCells.withAction.place)}
          />
          <Skeleton
            className={classNames(
              'h-6 w-22 rounded-full @2xl:self-center @2xl:[grid-area:1/3/span_2]',
              cells.status,
              narrowCells.withAction.status,
            )}
          />
          <Skeleton className={classNames('h-11 w-30 sm:h-9', cells.action)} />
        </div>
      ))}
    </div>
  );
}

function hasStorageLocation({ deskId, hook }: StorageLocation): boolean {
  return deskId !== undefined || hook !== undefined;
}

function KeyHook({ place }: { place: StorageLocation }) {
  const text = storageLocationText(place, useDesks());
  if (!text) return null;
  return (
    <span className="mt-0.5 flex items-start gap-1.5 text-lg/snug font-semibold text-ink wrap-anywhere">
      <MapPin aria-hidden className="mt-0.5 size-4.5 shrink-0 text-accent" />
      <span>
        <Dotted>{text}</Dotted>
      </span>
    </span>
  );
}
