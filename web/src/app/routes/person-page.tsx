import { isOverdue } from '@keydesk/shared/due/overdue';
import { isId } from '@keydesk/shared/is-id';
import type { UserOverview } from '@keydesk/shared/users/routes';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { RemindButton } from '../../features/dashboard/remind-button.tsx';
import { PersonHistory } from '../../features/key-details/person-history.tsx';
import { KeyDue } from '../../features/keys/key-parts.tsx';
import { ForgetCards } from '../../features/lending/forget-cards.tsx';
import { PersonActions } from '../../features/user-management/person-actions.tsx';
import {
  FailedMails,
  PersonFacts,
  PersonKeys,
  PersonRights,
  PersonSessions,
} from '../../features/user-management/person-cards.tsx';
import { userOverviewQuery } from '../../features/user-management/queries.ts';
import { RolePill, StatePill } from '../../features/user-management/user-labels.tsx';
import { ApiError, getErrorMessage } from '../../lib/api.ts';
import { useNow } from '../../lib/clock.ts';
import { isAboutPerson, useRefetchOnKeyEvents } from '../../lib/live/refetch-on-events.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Card } from '../../ui/page.tsx';
import {
  RecordColumns,
  RecordHeader,
  RecordNotFound,
  recordActionClassName,
} from '../../ui/record-page.tsx';

/** One person for admins: keys out, history, sessions and rights, and what can be done. */
export function PersonPage() {
  const { id = '' } = useParams({ strict: false });
  useRefetchOnKeyEvents(userOverviewQuery(id).queryKey, (event) => isAboutPerson(event, id));
  const { data, error, refetch } = useQuery({ ...userOverviewQuery(id), enabled: isId(id) });
  if (!isId(id) || (error instanceof ApiError && error.status === 404)) return <UnknownPerson />;
  if (!data && error)
    return (
      <div className="card">
        <ErrorState message={getErrorMessage(error)} onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <Loading label="Loading person..." />;
  const { user } = data;
  return (
    <>
      <RecordHeader
        list={<Link to="/dashboard/admin/users">Manage Users</Link>}
        picture={<Avatar name={user.name} />}
        title={
          <>
            {user.name}
            {user.state !== 'waiting' && <RolePill role={user.role} />}
            <StatePill state={user.state} />
          </>
        }
        text={user.email}
        actions={<PersonActions key={id} user={user} />}
      />
      <RecordColumns>
        <div className="grid min-w-0 gap-4">
          <PersonKeys
            loans={data.openLoans}
            renderDue={(loan) => <KeyDue item={loan} />}
            renderAction={(loan) => <RemindOfLoan loan={loan} holder={user} />}
          />
          <PersonFacts user={user} />
          <PersonSessions user={user} lastActiveAt={data.lastActiveAt} />
          {data.failedMails.length > 0 && <FailedMails mails={data.failedMails} />}
          <PersonRights user={user} />
          <ForgetCards personId={id} />
        </div>
        <Card className="min-w-0">
          <PersonHistory key={id} userId={id} />
          <Link
            to="/dashboard/admin/audit"
            search={{ personId: id }}
            className={`${recordActionClassName} mt-4 w-full`}
          >
            <ScrollText aria-hidden className="size-4.5" />
            In the audit log
          </Link>
        </Card>
      </RecordColumns>
    </>
  );
}

type RemindOfLoanProps = {
  loan: UserOverview['openLoans'][number];
  holder: { id: string; name: string };
};

/** Reminds the person of a key that is overdue. */
function RemindOfLoan({ loan, holder }: RemindOfLoanProps) {
  const [remindedAt, setRemindedAt] = useState<string | null>(null);
  const now = useNow();
  if (!isOverdue(loan, now)) return null;
  return (
    <RemindButton
      loan={{ loanId: loan.loanId, keyNumber: loan.keyNumber, holder, remindedAt }}
      now={now}
      onReminded={(_, at) => setRemindedAt(at)}
      onRefused={() => void queryClient.invalidateQueries(userOverviewQuery(holder.id))}
    />
  );
}

function UnknownPerson() {
  return (
    <RecordNotFound
      title="Person not found"
      text="Their data was erased, or there never was anybody at this address."
      action={
        <Link to="/dashboard/admin/users" className={recordActionClassName}>
          Show all users
        </Link>
      }
    />
  );
}
