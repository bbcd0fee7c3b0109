import type { Key } from '@keydesk/shared/keys/key';
import { useMediaQuery } from '../../lib/hooks.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { OwnKeyMore } from './keep-until.tsx';
import { KeyRow, type RenderKeyAction } from './key-row.tsx';

type KeyListProps = {
  keys: readonly Key[];
  /** What the list holds, for screen readers. */
  label: string;
  renderAction?: RenderKeyAction | undefined;
  /** They are the reader's own. */
  own?: boolean;
};

/** Keys as rows of a virtual list. */
export function KeyList({ keys, label, renderAction, own }: KeyListProps) {
  const rowHeight = useMediaQuery('(min-width: 48rem)') ? 84 : 104;
  return (
    <div className="@container">
      <VirtualList
        items={keys}
        idOf={idOf}
        label={label}
        estimatedHeight={rowHeight}
        renderItem={(key) => (
          <KeyRow
            item={key}
            renderAction={renderAction}
            {...(own && { own, more: <OwnKeyMore item={key} /> })}
          />
        )}
      />
    </div>
  );
}

function idOf(key: Key): string {
  return key._id;
}
