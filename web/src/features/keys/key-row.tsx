import { isDesk } from '@keydesk/shared/http/roles';
import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/keys';
import type { ReactNode } from 'react';
import { storageLocationText, useDesks } from '../../lib/campus.ts';
import { useUser } from '../../lib/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import {
  KeyDetailsLink,
  KeyDue,
  KeySince,
  lastPartOf,
  useKeyException,
  usePlaceOf,
} from './key-parts.tsx';

export type RenderKeyAction = (key: Key) => ReactNode;

type KeyRowProps = {
  item: Key;
  renderAction?: RenderKeyAction | undefined;
  /** For the reader's own keys: the number is a heading. */
  own?: boolean;
  more?: ReactNode;
  /** Instead of the number with a link to the key's details. */
  number?: ReactNode;
  /** Instead of where the key is. */
  standing?: ReactNode;
};

/**
 * One key in a list; a click on it opens the details. Its layout depends on the list's width, so
 * the list must be a size container.
 */
export function KeyRow(props: KeyRowProps) {
  const { item, renderAction, own = false, more } = props;
  const placeOf = usePlaceOf();
  const action = renderAction?.(item);
  const NumberTag = own ? 'h2' : 'p';
  return (
    <div
      className={classNames(
        rowClassName,
        'transition-colors duration-150 hover:bg-sunken/60 print:break-inside-avoid',
      )}
    >
      <NumberTag
        className={classNames('min-w-0 text-[min(1.25rem,12cqi)] leading-7', cells.number)}
      >
        {props.number ?? <KeyDetailsLink item={item} stretched />}
      </NumberTag>
      <p className={classNames('min-w-0 text-sm/5 wrap-break-word', cells.name)}>
        <Dotted>
          <span className="@2xl:block @2xl:text-base/6">{item.keyName}</span>
          <span className="text-muted">
            <span className="@2xl:hidden">{lastPartOf(item.location)}</span>
            <span className="hidden @2xl:inline">{placeOf(item)}</span>
          </span>
        </Dotted>
      </p>
      <div
        className={classNames(
          'min-w-0 text-sm/5 wrap-break-word',
          own && 'first-letter:uppercase @2xl:text-base/6',
          cells.standing,
        )}
      >
        {props.standing ?? <KeyStanding item={item} own={own} />}
      </div>
      {action && <div className={cells.action}>{action}</div>}
      {more && <div className={cells.more}>{more}</div>}
    </div>
  );
}

/** Where a key is: its hook, or who has it and until when, and what is unusual about it. */
function KeyStanding({ item, own }: { item: Key; own: boolean }) {
  const user = useUser();
  const mine = isHeldBy(item, user?.id);
  const storage = storageLocationText(item, useDesks());
  const exception = useKeyException(item);
  const knowsDue = mine || (user !== null && isDesk(user.role));
  if (!item.takenBy)
    return (
      <Dotted>
        {storage && (
          <span className="font-semibold @2xl:block @4xl:text-xl/7">
            <Dotted>{storage}</Dotted>
          </span>
        )}
        {exception}
      </Dotted>
    );
  return (
    <Dotted>
      {!own && (
        <span className="@2xl:block @2xl:text-base/6">
          {mine ? t('taken-by-you') : item.takenBy.name}
        </span>
      )}
      {exception}
      {knowsDue ? <KeyDue item={item} /> : <KeySince item={item} />}
    </Dotted>
  );
}

/** By the width of the list: three lines, or columns (number, room, who, action) on one line. */
const rowClassName =
  'relative grid grid-cols-1 items-center gap-x-3 px-4 pt-1.5 pb-1.5 @2xs:grid-cols-[minmax(0,1fr)_auto] @2xl:min-h-18 @2xl:grid-cols-[minmax(7rem,max-content)_minmax(0,1.2fr)_minmax(0,1fr)_10rem] @2xl:gap-x-5 @2xl:px-6 @2xl:py-2.5';

/** Grid areas: row / column / rows / columns. */
const cells = {
  number: '@2xs:[grid-area:1/1] @2xl:max-w-48 @2xl:self-start',
  name: '@2xs:[grid-area:2/1/auto/span_2] @2xl:self-start @2xl:[grid-area:1/2]',
  standing: '@2xs:[grid-area:3/1/auto/span_2] @2xl:self-start @2xl:[grid-area:1/3]',
  more: 'relative mt-1.5 empty:hidden @2xs:[grid-area:4/1/auto/span_2] @2xl:[grid-area:2/2/auto/span_3]',
  // Painted 36 px high, for a finger 44.
  action:
    '-my-1 flex min-h-11 items-center @2xs:[grid-area:1/2] @2xs:justify-self-end @2xl:[grid-area:1/4]',
};

export const rowListClassName = '@container card divide-y divide-line overflow-hidden';

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];

export function KeyRowSkeletons({ label = t('loading'), rows = skeletonRows.length }) {
  return (
    <div role="status" className={rowListClassName}>
      <span className="sr-only">{label}</span>
      {skeletonRows.slice(0, rows).map((row) => (
        <div key={row} className={rowClassName}>
          <Skeleton className={classNames('my-0.5 h-6 w-28', cells.number)} />
          <Skeleton className={classNames('my-0.5 h-4 w-36', cells.name)} />
          <Skeleton className={classNames('my-0.5 h-4 w-28', cells.standing)} />
          <Skeleton className={classNames('h-9 w-30', cells.action)} />
        </div>
      ))}
    </div>
  );
}
