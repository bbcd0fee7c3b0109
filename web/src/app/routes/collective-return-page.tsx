import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allTakenQuery, useRefetchKeys } from '../../features/keys/queries.ts';
import { useLiveKeys } from '../../features/keys/use-live-keys.ts';
import { readSelection } from '../../features/volunteer/selection.ts';
import { TakenKeySkeletons } from '../../features/volunteer/taken-key-list.tsx';
import { loadErrorMessage } from '../../features/volunteer/texts.ts';
import { VolunteerReturn } from '../../features/volunteer/volunteer-return.tsx';
import { useUser } from '../../lib/session.ts';
import { PageHeader } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { BatchCodeModal } from './lazy-batch-code.ts';
import { useShownBatch } from './use-shown-batch.ts';

/** Volunteer Key Return: bringing back keys that others have taken. */
export function CollectiveReturnPage() {
  useLiveKeys();
  const taken = useQuery(allTakenQuery);
  const refetchKeys = useRefetchKeys();
  const userId = useUser()?.id ?? '';
  const selected = useMemo(() => {
    const stored = readSelection(userId);
    return taken.data?.map(({ _id }) => _id).filter((id) => stored.includes(id));
  }, [taken.data, userId]);
  const { batch, open, show, close } = useShownBatch(selected);
  return (
    <>
      <PageHeader
        title="Volunteer Key Return"
        text="Choose the keys you bring back, then show one code for all of them at the desk."
      />
      <QueryState
        query={taken}
        loading={<TakenKeySkeletons />}
        title="Error loading taken keys"
        failure={loadErrorMessage}
      />
      {taken.data && <VolunteerReturn keys={taken.data} userId={userId} onReturn={show} />}
      {batch && (
        <BatchCodeModal
          key={batch.instanceId}
          keyIds={batch.keyIds}
          keys={taken.data ?? []}
          open={open}
          onClose={close}
          onDone={refetchKeys}
        />
      )}
    </>
  );
}
