import type { Key } from '@keydesk/shared/keys/key';
import { memo } from 'react';
import { Facts } from '../../ui/facts.tsx';
import { KeyNumber } from '../../ui/key-number.tsx';
import { SelectBox } from '../../ui/select-box.tsx';
import { virtualizeAbove } from '../../ui/use-virtual-rows.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { useKeyLabels } from './key-labels.ts';
import { KeyActions, type ManagedKeyProps, ManagedKeyStatus } from './managed-key-parts.tsx';

type KeyCardsProps = Omit<ManagedKeyProps, 'item' | 'selected'> & {
  keys: readonly Key[];
  selectedIds: ReadonlySet<string>;
};

/** Keys as cards, for phones; a long list is one card with only the rows in view. */
export function KeyCards({ keys, selectedIds, ...rest }: KeyCardsProps) {
  if (keys.length > virtualizeAbove)
    return (
      <VirtualList
        items={keys}
        idOf={idOf}
        label="Keys"
        estimatedHeight={170}
        renderItem={(key) => (
          <ManagedKeyCard item={key} selected={selectedIds.has(key._id)} {...rest} />
        )}
      />
    );
  return (
    <ul aria-label="Keys" className="flex flex-col gap-3">
      {keys.map((key) => (
        <li key={key._id} className="card">
          <ManagedKeyCard item={key} selected={selectedIds.has(key._id)} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function idOf(key: Key): string {
  return key._id;
}

const ManagedKeyCard = memo((props: ManagedKeyProps) => {
  const { item, selected, onSelect, now, ...handlers } = props;
  const { categoryLabel, blockLabel } = useKeyLabels();
  return (
    <article className="px-4 pt-4 pb-1.5">
      <div className="flex items-start gap-1">
        <div className="-mt-2 -ml-3">
          <SelectBox
            label={`Select ${item.keyNumber}`}
            checked={selected}
            onChange={(checked) => onSelect(item, checked)}
          />
        </div>
        <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h2 className="min-w-0 text-2xl leading-7">
            <KeyNumber number={item.keyNumber} linkTo={item._id} />
          </h2>
          <div className="pt-0.5">
            <ManagedKeyStatus item={item} now={now} />
          </div>
        </div>
      </div>
      <p className="mt-1.5 font-medium">{item.keyName}</p>
      <p className="text-sm text-muted">{item.location}</p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2 border-t border-line pt-1.5">
        <p className="min-w-0 text-sm text-muted">
          <Facts>
            {item.department}
            {categoryLabel(item.category)}
            {blockLabel(item.block)}
          </Facts>
        </p>
        <div className="-mr-2.5 ml-auto">
          <KeyActions item={item} {...handlers} />
        </div>
      </div>
    </article>
  );
});
