import { isOverdue } from '@keydesk/shared/due/overdue';
import { isId } from '@keydesk/shared/is-id';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { PersonHistory } from '../../features/key-details/loan-history.tsx';
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
import { ApiError } from '../../lib/api.ts';
import { useNow } from '../../lib/clock.ts';
import { isAboutPerson, useRefetchOnKeyEvents } from '../../lib/live/refetch-on-events.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import {
  RecordColumns,
  RecordHeader,
  RecordNotFound,
  recordActionClassName,
} from '../../ui/record-page.tsx';
import { RemindOfLoan } from './remind-holder.tsx';

/** One person for admins: keys out, history, sessions and rights, and what can be done. */
export function PersonPage() {
  const { id = '' } = useParams({ strict: false });
  useRefetchOnKeyEvents(userOverviewQuery(id).queryKey, (event) => isAboutPerson(event, id));
  const now = useNow();
  const query = useQuery({ ...userOverviewQuery(id), enabled: isId(id) });
  const { data, error, refetch } = query;
  if (!isId(id) || (error instanceof ApiError && error.status === 404)) return <UnknownPerson />;
  if (!data) return <QueryState query={query} loading="Loading person..." frame="card" />;
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
            renderAction={(loan) =>
              isOverdue(loan, now) && (
                <RemindOfLoan
                  key={loan.loanId}
                  loan={{ ...loan, holder: user }}
                  onRefused={() => void refetch()}
                />
              )
            }
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
