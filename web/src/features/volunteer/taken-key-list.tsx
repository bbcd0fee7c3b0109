import type { Key } from '@keydesk/shared/keys/key';
import { useMediaQuery } from '../../lib/media-query.ts';
import { useNow } from '../../lib/use-now.ts';
import { WindowList } from '../../ui/window-list.tsx';
import { TakenKeyRow } from './taken-key-row.tsx';

type TakenKeyListProps = {
  keys: readonly Key[];
  selected: ReadonlySet<string>;
  onToggle: (id: string) => void;
};

const idOf = (key: Key): string => key._id;

/** Every key that is out, to choose from. */
export const TakenKeyList = ({ keys, selected, onToggle }: TakenKeyListProps) => {
  const now = useNow();
  const roomy = useMediaQuery('(min-width: 640px)');
  return (
    <WindowList
      items={keys}
      idOf={idOf}
      label="Taken keys"
      estimatedHeight={roomy ? 72 : 120}
      renderItem={(key) => (
        <TakenKeyRow item={key} now={now} selected={selected.has(key._id)} onToggle={onToggle} />
      )}
    />
  );
};
