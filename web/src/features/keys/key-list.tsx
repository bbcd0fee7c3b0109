import type { Key } from '@keydesk/shared/keys/key';
import type { ReactNode } from 'react';
import { useMediaQuery } from '../../lib/hooks.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { keyIdOf } from './key-parts.tsx';
import { KeyRow, type RenderKeyAction } from './key-row.tsx';

type KeyListProps = {
  keys: readonly Key[];
  label: string;
  renderAction?: RenderKeyAction | undefined;
  renderMore?: ((key: Key) => ReactNode) | undefined;
  own?: boolean;
};

export function KeyList(props: KeyListProps) {
  const { keys, label, renderAction, renderMore, own = false } = props;
  const rowHeight = useMediaQuery('(min-width: 48rem)') ? 73 : 89;
  return (
    <div className="@container">
      <VirtualList
        items={keys}
        idOf={keyIdOf}
        label={label}
        estimatedHeight={rowHeight}
        renderItem={(key) => (
          <KeyRow item={key} renderAction={renderAction} own={own} more={renderMore?.(key)} />
        )}
      />
    </div>
  );
}
