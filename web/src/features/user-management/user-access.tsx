import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { momentText } from '../../lib/date-text.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSignOutEverywhere } from './use-user-changes.ts';
import { counted } from './user-facts.ts';
import { userDetailsQuery } from './users.queries.ts';

const rowLook = 'flex items-baseline justify-between gap-4 py-2';

/** The keys a person has out and where they are signed in. */
export const UserAccess = ({ userId }: { userId: string }) => {
  const { data, isPending } = useQuery(userDetailsQuery(userId));
  const signOut = useSignOutEverywhere();
  if (isPending) return <Skeleton className="h-24" />;
  if (!data) return null;
  const { openLoans, sessions } = data;
  return (
    <div className="flex flex-col gap-5 border-t border-line pt-5">
      <section>
        <h3 className="font-semibold">{counted(openLoans.length, 'key')} out</h3>
        <ul className="mt-1 divide-y divide-line">
          {openLoans.map((loan) => (
            <li key={loan.loanId} className={rowLook}>
              <span className="min-w-0">
                <span className="key-number">{loan.keyNumber}</span> {loan.keyName}
              </span>
              <span className="shrink-0 text-sm text-muted">{momentText(loan.takenAt)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <div className="flex items-center justify-between gap-4">
          <h3 className="font-semibold">{counted(sessions.length, 'session')}</h3>
          {sessions.length > 0 && (
            <ActionButton
              variant="secondary"
              size="small"
              busy={signOut.isPending}
              onClick={() => signOut.mutate(userId)}
            >
              <LogOut aria-hidden className="size-4" />
              Sign out everywhere
            </ActionButton>
          )}
        </div>
        <ul className="mt-1 divide-y divide-line">
          {sessions.map((session) => (
            <li key={session.id} className={`${rowLook} text-sm`}>
              <span>Since {momentText(session.createdAt)}</span>
              <span className="text-muted">until {momentText(session.expiresAt)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
};
