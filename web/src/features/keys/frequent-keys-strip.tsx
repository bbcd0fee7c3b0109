import type { Key } from '@keydesk/shared/keys/key';
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { KeyNumber } from './key-number.tsx';
import type { RenderKeyAction } from './key-row.tsx';
import { KeyStatusPill } from './key-status-pill.tsx';
import type { FrequentKeys } from './keys.queries.ts';

/** How many keys the strip shows (spec §9). */
const longest = 5;

const usedText = (count: number): string => `Used ${count} ${count === 1 ? 'time' : 'times'}`;

const cardLook = 'card flex w-53 shrink-0 snap-start flex-col p-4 lg:w-auto lg:min-w-44 lg:flex-1';

const Strip = ({ children }: { children: ReactNode }) => (
  <section aria-labelledby="frequent-keys" className="mb-7">
    <h2 id="frequent-keys" className="mb-3 text-lg font-semibold">
      Frequently Used Keys
    </h2>
    <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:px-0">
      {children}
    </ul>
  </section>
);

const Skeletons = () => (
  <Strip>
    {['a', 'b', 'c', 'd', 'e'].map((card) => (
      <li key={card} className={cardLook}>
        <Skeleton className="h-7 w-24" />
        <Skeleton className="mt-2.5 h-4 w-32" />
        <Skeleton className="mt-2.5 mb-6 h-3.5 w-20" />
        <Skeleton className="mt-auto h-11 w-32 sm:h-9" />
      </li>
    ))}
  </Strip>
);

type FrequentKeyProps = { item: Key; used: number; children: ReactNode };

const FrequentKey = ({ item, used, children }: FrequentKeyProps) => (
  <li className={cardLook}>
    <p className="key-number text-2xl leading-7 wrap-anywhere">
      <KeyNumber item={item} />
    </p>
    <p className="mt-1 line-clamp-2 font-medium">{item.keyName}</p>
    <p className="mt-0.5 mb-4 text-sm text-muted tabular-nums">{usedText(used)}</p>
    <div className="mt-auto flex min-h-11 flex-col items-start justify-end sm:min-h-9">
      {children}
    </div>
  </li>
);

type FrequentKeysStripProps = {
  frequent: FrequentKeys | undefined;
  loading: boolean;
  readerId: string | undefined;
  renderAction?: RenderKeyAction | undefined;
};

/** The keys that one takes most often, at hand above all others. */
export const FrequentKeysStrip = ({
  frequent,
  loading,
  readerId,
  renderAction,
}: FrequentKeysStripProps) => {
  if (loading) return <Skeletons />;
  if (!frequent || frequent.keys.length === 0) return null;
  return (
    <Strip>
      {frequent.keys.slice(0, longest).map((key) => (
        <FrequentKey key={key._id} item={key} used={frequent.usageCounts[key._id] ?? 0}>
          {renderAction?.(key) ?? (
            <KeyStatusPill item={key} mine={key.takenBy?.userId === readerId} />
          )}
        </FrequentKey>
      ))}
    </Strip>
  );
};
