import type { Key } from '@keydesk/shared/keys/key';
import type { ReactNode } from 'react';
import { useUser } from '../../lib/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { KeyHolder } from './key-holder.tsx';
import { KeyNumber } from './key-number.tsx';
import { placeOf } from './key-place.ts';
import { KeyStatusPill } from './key-status-pill.tsx';

export type RenderKeyAction = (key: Key) => ReactNode;

type KeyRowProps = { item: Key; renderAction?: RenderKeyAction | undefined };

/** Columns of a row: stacked on a phone, number · room · status · action from 768 px. */
export const rowLook = (withAction: boolean): string =>
  classNames(
    'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-4 md:items-center md:gap-x-4 md:px-5',
    withAction
      ? 'md:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,10rem)_10.5rem] xl:grid-cols-[10rem_minmax(0,1fr)_minmax(0,16rem)_10.5rem]'
      : 'md:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,14rem)] xl:grid-cols-[10rem_minmax(0,1fr)_minmax(0,18rem)]',
  );

/** One key in a list: number first, room, whether it can be had, who has it, what can be done. */
export const KeyRow = ({ item, renderAction }: KeyRowProps) => {
  const readerId = useUser()?.id;
  const mine = item.takenBy !== null && item.takenBy.userId === readerId;
  const action = renderAction?.(item);
  return (
    <div className={rowLook(renderAction !== undefined)}>
      <p className="key-number text-2xl leading-7 wrap-anywhere md:row-span-2">
        <KeyNumber item={item} />
      </p>
      <div
        className={classNames(
          'col-start-2 row-start-1 justify-self-end pt-0.5 md:col-start-3 md:justify-self-start md:pt-0',
          item.takenBy ? 'md:self-end' : 'md:row-span-2',
        )}
      >
        <KeyStatusPill item={item} mine={mine} />
      </div>
      <div
        className={classNames(
          'mt-1 min-w-0 md:col-span-1 md:col-start-2 md:row-span-2 md:row-start-1 md:mt-0',
          !action && 'col-span-2',
        )}
      >
        <p className="font-medium">{item.keyName}</p>
        <p className="text-sm text-muted">{placeOf(item)}</p>
      </div>
      {item.takenBy && (
        <p
          className={classNames(
            'mt-1 min-w-0 text-sm text-balance text-muted md:col-span-1 md:col-start-3 md:row-start-2 md:self-start',
            !action && 'col-span-2',
          )}
        >
          <KeyHolder item={item} mine={mine} />
        </p>
      )}
      {action && (
        <div className="col-start-2 row-span-2 row-start-2 mt-2 self-end justify-self-end md:col-start-4 md:row-start-1 md:mt-0 md:self-center">
          {action}
        </div>
      )}
    </div>
  );
};
