import type { MessageTemplate } from '@keydesk/shared/notifications/message-templates';
import { may } from '@keydesk/shared/users/role';
import { type QueryKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, call } from '../../lib/api.ts';
import { onNotification } from '../../lib/live/events.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { useUser } from '../../lib/session.ts';
import { usersRoot, waitingCountKey } from './queries.ts';

/** How many people wait for an admin to accept them; 0 for everybody who is no admin. */
export function useWaitingCount(): number {
  const client = useQueryClient();
  const user = useUser();
  const accepts = user !== null && may(user.role, 'administer');
  const { data } = useQuery({ ...waitingCountQuery, enabled: accepts });
  useEffect(() => {
    if (!accepts) return;
    return onNotification(({ template }) => {
      for (const queryKey of (template && changedBy[template]) ?? [])
        void invalidateAndRefetch(client, { queryKey }, { cancelRefetch: false });
    });
  }, [client, accepts]);
  return accepts ? (data ?? 0) : 0;
}

/** What admins are told of people, and what it changes. */
const changedBy: Partial<Record<MessageTemplate, readonly QueryKey[]>> = {
  'registration-waiting': [waitingCountKey, usersRoot],
  'name-changed': [usersRoot],
};

/** Another admin may have accepted somebody, of which nobody is notified. */
const pollMs = 60_000;

const waitingCountQuery = queryOptions({
  queryKey: waitingCountKey,
  queryFn: async ({ signal }) =>
    (await call(api.listUsers, { query: { state: 'waiting', limit: 1 }, signal })).data.waiting,
  refetchInterval: pollMs,
});
