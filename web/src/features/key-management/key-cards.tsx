import type { Key } from '@keydesk/shared/keys/key';
import { memo } from 'react';
import { KeyActions, type KeyDeeds } from './key-actions.tsx';
import { blockWord, categoryWord } from './key-words.ts';
import { ManagedStatus } from './managed-status.tsx';

const ManagedKeyCard = memo(({ item, ...deeds }: KeyDeeds & { item: Key }) => (
  <article className="card px-4 pt-4 pb-1.5">
    <div className="flex items-start justify-between gap-3">
      <h2 className="key-number min-w-0 text-2xl leading-7 wrap-anywhere">{item.keyNumber}</h2>
      <div className="pt-0.5">
        <ManagedStatus item={item} />
      </div>
    </div>
    <p className="mt-1.5 font-medium">{item.keyName}</p>
    <p className="text-sm text-muted">{item.location}</p>
    {item.takenBy && (
      <p className="mt-1 text-sm text-muted">
        With <span className="font-medium text-ink">{item.takenBy.name}</span>
      </p>
    )}
    <div className="mt-3 flex items-center justify-between gap-2 border-t border-line pt-1.5">
      <p className="min-w-0 text-sm text-muted">
        {item.department} · {categoryWord(item.category)} · {blockWord(item.block)}
      </p>
      <div className="-mr-2.5">
        <KeyActions item={item} {...deeds} />
      </div>
    </div>
  </article>
));

/** Keys as cards, for phones. */
export const KeyCards = ({ keys, ...deeds }: KeyDeeds & { keys: readonly Key[] }) => (
  <ul aria-label="Keys" className="flex flex-col gap-3">
    {keys.map((key) => (
      <li key={key._id}>
        <ManagedKeyCard item={key} {...deeds} />
      </li>
    ))}
  </ul>
);
