import type { Key } from '@keydesk/shared/keys/key';
import { useMediaQuery } from '../../lib/hooks.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { OwnKeyMore } from './keep-until.tsx';
import { KeyRow, type RenderKeyAction } from './key-row.tsx';

type KeyListProps = {
  keys: readonly Key[];
  label: string;
  renderAction?: RenderKeyAction | undefined;
  own?: boolean;
};

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
