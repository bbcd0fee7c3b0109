import type { Key } from '@keydesk/shared/keys/key';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { KeyDue } from './key-due.tsx';
import { KeyHolder } from './key-holder.tsx';
import { KeyNumber } from './key-number.tsx';
import { placeOf } from './key-place.ts';
import { KeyStatusPill } from './key-status-pill.tsx';

type KeyCardProps = { item: Key; mine: boolean; action?: ReactNode };

/** One key with room around it, for short lists. */
export const KeyCard = ({ item, mine, action }: KeyCardProps) => (
  <article className="card flex h-full flex-col p-5">
    <div className="flex items-start justify-between gap-3">
      <h2 className="key-number min-w-0 text-[2rem] leading-9 wrap-anywhere">
        <KeyNumber item={item} />
      </h2>
      <div className="pt-1.5">
        <KeyStatusPill item={item} mine={mine} />
      </div>
    </div>
    <p className="mt-2 text-lg leading-6 font-medium">{item.keyName}</p>
    <p className="mt-1 flex items-start gap-1.5 text-sm text-muted">
      <MapPin aria-hidden className="mt-0.5 size-4 shrink-0" />
      {placeOf(item)}
    </p>
    {item.takenBy && (
      <p className="mt-3 text-sm text-muted">
        <KeyHolder item={item} mine={mine} /> · <KeyDue item={item} />
      </p>
    )}
    {action && <div className="mt-auto pt-5">{action}</div>}
  </article>
);
