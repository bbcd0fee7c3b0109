import type { Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { CollectManyDialog } from '../../features/desk/collect-many-dialog.tsx';
import { SelectionBar, SelectKeyBox, useKeySelection } from '../../features/desk/key-selection.tsx';
import { UnavailableKeys } from '../../features/desk/unavailable-keys.tsx';
import { KeyList } from '../../features/keys/key-list.tsx';
import { KeyRowSkeletons } from '../../features/keys/key-row.tsx';
import { keysQuery, useRefetchKeys } from '../../features/keys/queries.ts';
import { useNow } from '../../lib/clock.ts';

type DeskUnavailableTabProps = {
  /** Leaves the keys that the lists of this desk show. */
  narrow: (keys: readonly Key[]) => readonly Key[];
  renderCollect: (key: Key) => ReactNode;
};

/** The keys that are out, to be collected one by one or several at once. */
export function DeskUnavailableTab({ narrow, renderCollect }: DeskUnavailableTabProps) {
  const keys = useQuery(keysQuery);
  const shown = useMemo(() => keys.data && narrow(keys.data), [keys.data, narrow]);
  const selection = useKeySelection(shown ?? []);
  const [collecting, setCollecting] = useState<readonly Key[] | null>(null);
  const refetchKeys = useRefetchKeys();
  // A key may become overdue while nothing else happens.
  useNow();
  const renderAction = (key: Key) => (
    <span className="flex items-center gap-1">
      {renderCollect(key)}
      <SelectKeyBox item={key} selection={selection} />
    </span>
  );
  return (
    <>
      <UnavailableKeys
        keys={shown}
        error={keys.error && 'Failed to load keys. Please refresh the page.'}
        onRetry={() => void keys.refetch()}
        renderList={(filtered) =>
          filtered ? (
            <div className="@container">
              <KeyList keys={filtered} label="Unavailable Keys" renderAction={renderAction} />
              <SelectionBar selection={selection} shown={filtered} onCollect={setCollecting} />
            </div>
          ) : (
            <KeyRowSkeletons />
          )
        }
      />
      <CollectManyDialog
        items={collecting}
        onClose={() => setCollecting(null)}
        onCollected={refetchKeys}
      />
    </>
  );
}
