import type { Key } from '@keydesk/shared/keys/key';
import type { ReactNode } from 'react';
import { late } from '../../ui/late.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { KeyCard } from './key-card.tsx';
import type { RenderKeyAction } from './key-row.tsx';

const KeyList = late(() => import('./key-list.tsx').then((module) => module.KeyList));

/** More keys than this are easier to go through as rows. */
const fewEnoughForCards = 24;

const gridLook = 'grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3';

const Skeletons = () => (
  <div role="status" className={gridLook}>
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

type TakenKeysProps = {
  /** Undefined while they load. */
  keys: readonly Key[] | undefined;
  renderAction: RenderKeyAction;
  /** Stands in for keys when there are none. */
  empty: ReactNode;
};

/** The keys that the signed-in person has. */
export const TakenKeys = ({ keys, renderAction, empty }: TakenKeysProps) => {
  if (!keys) return <Skeletons />;
  if (keys.length === 0) return empty;
  if (keys.length > fewEnoughForCards)
    return (
      <KeyList keys={keys} label="Taken" renderAction={renderAction} whileLoading={<Skeletons />} />
    );
  return (
    <ul aria-label="Taken" className={gridLook}>
      {keys.map((key) => (
        <li key={key._id}>
          <KeyCard item={key} mine action={renderAction(key)} />
        </li>
      ))}
    </ul>
  );
};
