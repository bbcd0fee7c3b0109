import type { Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { UnavailableKeys } from '../../features/desk/unavailable-keys.tsx';
import { KeyList, KeyRowSkeletons } from '../../features/keys/key-list.tsx';
import { keysQuery } from '../../features/keys/queries.ts';
import { useNow } from '../../lib/clock.ts';

type DeskUnavailableTabProps = { renderCollect: (key: Key) => ReactNode };

/** The keys that are out, each with a Collect button. */
export function DeskUnavailableTab({ renderCollect }: DeskUnavailableTabProps) {
  const keys = useQuery(keysQuery);
  // A key may become overdue while nothing else happens.
  useNow();
  return (
    <UnavailableKeys
      keys={keys.data}
      error={keys.error && 'Failed to load keys. Please refresh the page.'}
      onRetry={() => void keys.refetch()}
      renderList={(filtered) =>
        filtered ? (
          <KeyList keys={filtered} label="Unavailable Keys" renderAction={renderCollect} />
        ) : (
          <KeyRowSkeletons />
        )
      }
    />
  );
}
