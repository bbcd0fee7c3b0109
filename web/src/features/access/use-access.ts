import type { Grant } from '@keydesk/shared/access/grant-routes';
import type { AccessRequest } from '@keydesk/shared/access/request-routes';
import { may } from '@keydesk/shared/users/role';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { onCampusChanged, onNotification } from '../../lib/live/events.ts';
import { useDeskComputer, useUser } from '../../lib/session.ts';
import { useCodeOnApproval } from './awaited-request.ts';
import { accessRequestsQuery, grantsQuery, refetchAccess } from './request-queries.ts';

type AccessPages = { toDecide: number | null; hasOwn: boolean };

/** Which pages about access concern the signed-in person; keeps everything about access current. */
export function useAccessPages(): AccessPages {
  const client = useQueryClient();
  const user = useUser();
  const mayRequest = useMayRequestKeys();
  const { data } = useQuery({ ...accessRequestsQuery, enabled: mayRequest });
  useCodeOnApproval(data?.requests);
  useEffect(() => {
    const refetch = () => refetchAccess(client);
    const stops = [
      onCampusChanged(refetch),
      onNotification(({ kind }) => {
        if (kind === 'access') refetch();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
  if (!data || !user || !mayRequest) return { toDecide: null, hasOwn: false };
  const { requests, decides, hasGrants } = data;
  return {
    toDecide: decides ? requests.filter(({ mayDecide }) => mayDecide).length : null,
    hasOwn: hasGrants || requests.some((request) => request.user.id === user.id),
  };
}

/** Whether the signed-in person may request keys here; at a desk's computer nobody does. */
export function useMayRequestKeys(): boolean {
  const user = useUser();
  const desk = useDeskComputer();
  return user !== null && !desk && may(user.role, 'borrowKeys');
}

/** One's own latest request for a key; undefined while it is not known, null if there is none. */
export function useOwnRequest(keyId: string): AccessRequest | null | undefined {
  const userId = useUser()?.id;
  const { data } = useQuery({ ...accessRequestsQuery, enabled: useMayRequestKeys() });
  if (!data) return undefined;
  const own = data.requests.filter(({ user, key }) => user.id === userId && key.id === keyId);
  return own.find(({ state }) => state === 'open') ?? own[0] ?? null;
}

/** The access by name that one has to a key now, if there is any. */
export function useOwnGrant(keyId: string): Grant | undefined {
  const userId = useUser()?.id;
  const { data } = useQuery({ ...grantsQuery, enabled: useMayRequestKeys() });
  return data?.grants.find(
    (grant) => grant.user.id === userId && grant.key.id === keyId && hasBegun(grant),
  );
}

export function hasBegun({ validFrom }: Grant): boolean {
  return Date.parse(validFrom) <= serverNow();
}
