import { useQuery } from '@tanstack/react-query';
import { ImportExportButtons } from '../../features/imports/import-export-buttons.tsx';
import { KeyManagement } from '../../features/key-management/key-management.tsx';
import { PrintTagsButton } from '../../features/key-management/print-tags-button.tsx';
import { keysQuery, useRefetchKeys } from '../../features/keys/queries.ts';
import { useLiveKeys } from '../../features/keys/use-live-keys.ts';
import { getErrorMessage } from '../../lib/api.ts';
import { useNow } from '../../lib/clock.ts';

/** Manage Keys; the list is kept live. */
export function ManageKeysPage() {
  useLiveKeys();
  const keys = useQuery(keysQuery);
  // A key may become overdue while nothing else happens.
  const now = useNow();
  const refetchKeys = useRefetchKeys();
  return (
    <KeyManagement
      keys={keys.data}
      now={now}
      error={keys.error && getErrorMessage(keys.error)}
      onRetry={() => void keys.refetch()}
      onChanged={refetchKeys}
      renderTools={(shown, filtered) => (
        <>
          <ImportExportButtons kind="keys" onApplied={refetchKeys} />
          <PrintTagsButton keys={shown} filtered={filtered} />
        </>
      )}
    />
  );
}
