import { CloudOff, KeyRound } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Group, Sheet } from './sheet.tsx';

/** What a page shows when it has nothing to show. */
export const StateSheet = () => (
  <Sheet
    id="states"
    title="Empty, error, loading, offline"
    text="Each says what is the matter and what to do about it."
  >
    <Group name="Empty">
      <div className="card">
        <EmptyState
          icon={<KeyRound aria-hidden />}
          title="No keys taken"
          text="Go to Key List to request keys"
          action={<Button>Go to Key List</Button>}
        />
      </div>
    </Group>
    <Group name="Error">
      <div className="card">
        <ErrorState
          title="Error loading taken keys"
          message="Unable to connect to the server. Please check your internet connection."
          onRetry={() => undefined}
        />
      </div>
    </Group>
    <Group name="Loading">
      <div className="card">
        <Loading label="Loading notifications..." />
      </div>
      <div className="mt-3 card space-y-3 p-5">
        <Skeleton className="h-7 w-28" />
        <Skeleton className="h-4 w-48" />
      </div>
    </Group>
    <Group name="Offline">
      <Notice tone="warning" icon={<CloudOff aria-hidden />} className="mb-3">
        The server cannot be reached. Keys show as they were on 2 Mar, 09:00; nothing can be changed
        until the connection is back.
      </Notice>
      <Button aria-disabled title="This needs the server.">
        Show Return QR
      </Button>
    </Group>
  </Sheet>
);
