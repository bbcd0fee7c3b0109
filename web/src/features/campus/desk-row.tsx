import type { Desk } from '@keydesk/shared/campus/campus';
import { plural } from '@keydesk/shared/plural';
import type { ReactNode } from 'react';
import { Facts } from '../../ui/facts.tsx';
import { BringBackButton, RowActions, type RowActionsProps } from './row-actions.tsx';

/** `onRetire` retires the desk, or brings it back. */
type DeskRowProps = RowActionsProps & {
  desk: Desk;
  /** How many keys are at home here; undefined while it loads. */
  keyCount: number | undefined;
  children: ReactNode;
};

/** A desk, with what can be done to it. */
export function DeskRow({ desk, keyCount, children, ...actions }: DeskRowProps) {
  const { name, place, phone, retired } = desk;
  return (
    <li className="py-1.5 pr-2 pl-5">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3">
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-sm text-muted wrap-anywhere">
            <Facts>
              {place}
              {phone}
              {keyCount !== undefined && `home of ${plural(keyCount, 'key')}`}
            </Facts>
          </p>
        </div>
        {retired ? (
          <BringBackButton title={name} onClick={actions.onRetire} />
        ) : (
          <RowActions id={desk.id} title={name} {...actions} />
        )}
      </div>
      {children}
    </li>
  );
}
