import type { Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { UnavailableKeys } from '../../features/desk/unavailable-keys.tsx';
import { KeyList, KeyRowSkeletons } from '../../features/keys/key-list.tsx';
import { keysQuery } from '../../features/keys/queries.ts';
import { useNow } from '../../lib/clock.ts';

type DeskUnavailableTabProps = { renderCollect: (key: Key) => ReactNode };

/** What is out, and Collect for each. */
export function DeskUnavailableTab({ renderCollect }: DeskUnavailableTabProps) {
  const keys = useQuery(keysQuery);
  // A key may become overdue while nothing else happens.
  useNow();
  return (
    <UnavailableKeys
      keys={keys.data}
      error={keys.error && 'Failed to load keys. Please refresh the page.'}
      onRetry={() => void keys.refetch()}
      renderList={(shown) =>
        shown ? (
          <KeyList keys={shown} label="Unavailable Keys" renderAction={renderCollect} />
        ) : (
          <KeyRowSkeletons />
        )
      }
    />
  );
}
