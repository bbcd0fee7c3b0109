import type { Key } from '@keydesk/shared/keys/key';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import type { RenderKeyAction } from './key-list.tsx';
import { KeyDue, KeyHolder, KeyNumber, KeyStatusPill } from './key-parts.tsx';
import { placeOf } from './key-text.ts';

const KeyList = lazyComponent(() => import('./key-list.tsx').then((module) => module.KeyList));

/** More keys than this are shown as rows. */
const maxCards = 24;

const gridClassName = 'grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3';

type TakenKeysProps = {
  /** Undefined while they load. */
  keys: readonly Key[] | undefined;
  renderAction: RenderKeyAction;
  /** Shown if there are no keys. */
  empty: ReactNode;
};

/** The keys that the signed-in person has. */
export function TakenKeys({ keys, renderAction, empty }: TakenKeysProps) {
  if (!keys) return <Skeletons />;
  if (keys.length === 0) return empty;
  if (keys.length > maxCards)
    return (
      <KeyList keys={keys} label="Taken" renderAction={renderAction} whileLoading={<Skeletons />} />
    );
  return (
    <ul aria-label="Taken" className={gridClassName}>
      {keys.map((key) => (
        <li key={key._id}>
          <KeyCard item={key} mine action={renderAction(key)} />
        </li>
      ))}
    </ul>
  );
}

function Skeletons() {
  return (
    <div role="status" className={gridClassName}>
      <span className="sr-only">Loading taken keys...</span>
      {['a', 'b', 'c'].map((card) => (
        <div key={card} className="card flex h-61 flex-col p-5">
          <div className="flex justify-between">
            <Skeleton className="h-9 w-36" />
            <Skeleton className="h-6 w-28 rounded-full" />
          </div>
          <Skeleton className="mt-3 h-5 w-44" />
          <Skeleton className="mt-2.5 h-4 w-32" />
          <Skeleton className="mt-auto h-13" />
        </div>
      ))}
    </div>
  );
}

type KeyCardProps = { item: Key; mine: boolean; action?: ReactNode };

/** One key as a card, for short lists. */
export function KeyCard({ item, mine, action }: KeyCardProps) {
  return (
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
}
