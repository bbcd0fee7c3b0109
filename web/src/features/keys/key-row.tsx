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

/** Columns of a row from 768 px: number · room · status · action. On a phone they stack. */
export const rowLook = (withAction: boolean): string =>
  classNames(
    'px-4 py-3.5 md:grid md:items-center md:gap-x-4 md:px-5 md:py-4',
    withAction
      ? 'md:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,10rem)_10.5rem] xl:grid-cols-[10rem_minmax(0,1fr)_minmax(0,16rem)_10.5rem]'
      : 'md:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,14rem)] xl:grid-cols-[10rem_minmax(0,1fr)_minmax(0,18rem)]',
  );

/** Two parts that share a line on a phone and are columns of their own from 768 px. */
export const lineLook = 'flex items-center justify-between gap-3 md:contents';

/**
 * One key in a list: number first, room, whether it can be had, who has it, what can be done. On a
 * phone the action shares the number's line, so that the place has nearly the whole width.
 */
export const KeyRow = ({ item, renderAction }: KeyRowProps) => {
  const readerId = useUser()?.id;
  const mine = item.takenBy !== null && item.takenBy.userId === readerId;
  const action = renderAction?.(item);
  return (
    <div className={rowLook(renderAction !== undefined)}>
      <div className={lineLook}>
        <p
          className={classNames(
            'key-number min-w-0 text-2xl leading-7 wrap-anywhere md:row-span-2',
            // Beside three lines about its holder the number stays with the room's name.
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
      <div className={lineLook}>
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
};
