import type { OwnSession } from '@keydesk/shared/auth/routes';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { api, call, serverMessage } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { StatusPill } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';

/** Where the signed-in person is signed in, with buttons to sign out elsewhere. */
export function OwnSessions() {
  const query = useQuery(ownSessionsQuery);
  const { data: sessions } = query;
  const end = useEndSessions();
  const isEnding = (id: string | null) => end.isPending && end.variables === id;
  return (
    <Card aria-labelledby="own-sessions" className="mt-5 max-w-2xl">
      <h2 id="own-sessions" className="text-lg font-semibold">
        Where you are signed in
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        If you do not know one of these devices, sign out there and tell an administrator.
      </p>
      {sessions && (
        <ul className="mt-3 divide-y divide-line">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={isEnding(session.id)}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <ActionButton
          variant="secondary"
          busy={isEnding(null)}
          onClick={() => end.mutate(null)}
          className="mt-4"
        >
          {!isEnding(null) && <LogOut aria-hidden className="size-4.5" />}
          Sign out everywhere else
        </ActionButton>
      )}
      <QueryState query={query} loading={<Skeleton className="mt-4 h-16" />} />
    </Card>
  );
}

/** Ends one other session, or all others for null. */
function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call(api.endOtherSessions) : call(api.endOwnSession, { params: { id } }),
    onSuccess: ({ message }) => showSuccess(message),
    onError: (cause) => showError(serverMessage(cause, 'Failed to sign out there')),
    // The session may also have ended by itself or from elsewhere.
    onSettled: () => client.invalidateQueries(ownSessionsQuery),
  });
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium">{session.device}</p>
        <p className="text-sm text-muted">
          <Facts>
            {session.address && <span className="break-all">{session.address}</span>}
            {session.isCurrent
              ? `signed in ${formatDateTime(session.signedInAt)}`
              : `last used ${formatDateTime(session.lastActiveAt)}`}
          </Facts>
        </p>
      </div>
      {session.isCurrent ? (
        <StatusPill tone="accent" icon={<MonitorSmartphone aria-hidden />}>
          This device
        </StatusPill>
      ) : (
        <ActionButton
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={`Sign out there: ${session.device}`}
          onClick={onEnd}
        >
          Sign out there
        </ActionButton>
      )}
    </li>
  );
}

type SessionRowProps = { session: OwnSession; busy: boolean; onEnd: () => void };

/** The sessions of the signed-in person. */
const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await call(api.listOwnSessions, { signal })).data.sessions,
});
