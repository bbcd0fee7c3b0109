import type { Key } from '@keydesk/shared/keys/key';
import { useMediaQuery } from '../../lib/media-query.ts';
import { WindowList } from '../../ui/window-list.tsx';
import { KeyRow, type RenderKeyAction } from './key-row.tsx';

type KeyListProps = {
  keys: readonly Key[];
  /** What the list holds, for screen readers. */
  label: string;
  renderAction?: RenderKeyAction | undefined;
};

const idOf = (key: Key): string => key._id;

/** Keys as rows, thousands of them if need be. */
export const KeyList = ({ keys, label, renderAction }: KeyListProps) => {
  const rowHeight = useMediaQuery('(min-width: 768px)') ? 84 : 121;
  return (
    <WindowList
      items={keys}
      idOf={idOf}
      label={label}
      estimatedHeight={rowHeight}
      renderItem={(key) => <KeyRow item={key} renderAction={renderAction} />}
    />
  );
};
