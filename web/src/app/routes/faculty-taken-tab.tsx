import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound, RefreshCw } from 'lucide-react';
import { myTakenQuery } from '../../features/keys/keys.queries.ts';
import { TakenKeys } from '../../features/keys/taken-keys.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { useUser } from '../../lib/session.ts';
import { ActionIconButton } from '../../ui/action-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonLook } from '../../ui/button-look.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { FacultyCode } from './faculty-code.tsx';

const NoneTaken = () => (
  <EmptyState
    icon={<KeyRound aria-hidden />}
    title="No keys taken"
    text="Go to Key List to request keys"
    action={
      <Link
        to="/dashboard/faculty/$tab"
        params={{ tab: 'keylist' }}
        className={buttonLook('primary')}
      >
        Go to Key List
      </Link>
    }
  />
);

/** My Keys: what the signed-in person has, each with its return code. */
export const FacultyTakenTab = ({ code }: { code: FacultyCode }) => {
  const taken = useQuery(myTakenQuery(useUser()?.id ?? ''));
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-2.5">
            Taken
            {taken.data && <Badge count={taken.data.length} tone="accent" />}
          </span>
        }
        action={
          <ActionIconButton
            label="Refresh"
            icon={<RefreshCw className={taken.isFetching ? 'animate-spin' : ''} />}
            disabled={taken.isFetching}
            onClick={() => void taken.refetch()}
          />
        }
      />
      {taken.error && !taken.data ? (
        <ErrorState message={messageOf(taken.error)} onRetry={() => void taken.refetch()} />
      ) : (
        <TakenKeys keys={taken.data} renderAction={code.renderLargeAction} empty={<NoneTaken />} />
      )}
    </>
  );
};
