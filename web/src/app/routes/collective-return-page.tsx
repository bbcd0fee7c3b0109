import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BatchCodeModal } from '../../features/codes/batch-code-modal.tsx';
import { allTakenQuery } from '../../features/keys/queries.ts';
import { useLiveKeys } from '../../features/keys/use-live-keys.ts';
import { TakenKeySkeletons } from '../../features/volunteer/taken-key-list.tsx';
import { loadErrorMessage } from '../../features/volunteer/texts.ts';
import { VolunteerReturn } from '../../features/volunteer/volunteer-return.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { useRefetchKeys } from '../live-connection.ts';

type ShownBatch = { keyIds: string[]; instanceId: number };

/** Volunteer Key Return: bringing back keys that others have taken. */
export function CollectiveReturnPage() {
  useLiveKeys();
  const taken = useQuery(allTakenQuery);
  const refetchKeys = useRefetchKeys();
  const [batch, setBatch] = useState<ShownBatch | null>(null);
  const [open, setOpen] = useState(false);
  const show = (keyIds: string[]) => {
    setBatch((before) => ({ keyIds, instanceId: (before?.instanceId ?? 0) + 1 }));
    setOpen(true);
  };
  return (
    <>
      <PageHeader
        title="Volunteer Key Return"
        text="Choose the keys you bring back, then show one code for all of them at the desk."
      />
      {taken.isPending && <TakenKeySkeletons />}
      {taken.error && !taken.data && (
        <ErrorState
          title="Error loading taken keys"
          message={loadErrorMessage(taken.error)}
          onRetry={() => void taken.refetch()}
        />
      )}
      {taken.data && <VolunteerReturn keys={taken.data} onReturn={show} />}
      {batch && (
        <BatchCodeModal
          key={batch.instanceId}
          keyIds={batch.keyIds}
          open={open}
          onClose={() => setOpen(false)}
          onDone={refetchKeys}
        />
      )}
    </>
  );
}
