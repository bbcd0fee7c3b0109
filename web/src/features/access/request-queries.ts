import type { NewGrant } from '@keydesk/shared/access/grants';
import type {
  AccessRequest,
  NewAccessRequest,
  RequestDecision,
} from '@keydesk/shared/access/requests';
import type { Notification } from '@keydesk/shared/core/notifications';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { useChange } from '../../ui/use-change.ts';
import { hasJustChangedRules } from './queries.ts';

const accessRoot = ['access'] as const;

/** Detects changes that send no event. */
const pollMs = 60_000;

const changesWithAccess = {
  staleOn: { campus: 'access', notification: ({ kind }: Notification) => kind === 'access' },
} as const;

/** The reader's requests, and those that they decide or have decided. */
export const accessRequestsQuery = queryOptions({
  queryKey: [...accessRoot, 'requests'],
  queryFn: async ({ signal }) => (await call(api.listAccessRequests, { signal })).data,
  refetchInterval: pollMs,
  // Rules and groups do not change requests.
  meta: { staleOn: { ...changesWithAccess.staleOn, unless: hasJustChangedRules } },
});

/** The reader's own grants, those for their keys, and all for admins. */
export const grantsQuery = queryOptions({
  queryKey: [...accessRoot, 'grants'],
  queryFn: async ({ signal }) => (await call(api.listGrants, { signal })).data,
  refetchInterval: pollMs,
  meta: changesWithAccess,
});

/** Without `cancelRefetch`, so that a running read is not restarted. */
function refetchAccess(client: QueryClient): void {
  void invalidateAndRefetch(client, { queryKey: accessRoot }, { cancelRefetch: false });
}

export function useRequestAccess() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewAccessRequest) =>
      (await call(api.requestAccess, { body })).data.request,
    onSettled: () => refetchAccess(client),
  });
}

const changesAccess = { refetch: (client: QueryClient) => refetchAccess(client) };

type Decision = RequestDecision & { id: string };

export function useDecide(onDecided?: (request: AccessRequest) => void) {
  return useChange(
    ({ id, ...body }: Decision) => call(api.decideAccessRequest, { params: { id }, body }),
    {
      onDone: ({ data }) => onDecided?.(data.request),
      failure: getErrorMessage,
      ...changesAccess,
    },
  );
}

export function useGiveAccess() {
  return useChange((body: NewGrant) => call(api.addGrant, { body }), changesAccess);
}

export function useEndAccess() {
  return useChange((id: string) => call(api.endGrant, { params: { id } }), changesAccess);
}

/** Whether a person, by default the reader, may take a key, and who may in general. */
export function verdictQuery(keyId: string, asked: { userId?: string; at?: string } = {}) {
  return queryOptions({
    queryKey: [...accessRoot, 'verdict', keyId, asked],
    queryFn: async ({ signal }) =>
      (await call(api.keyVerdict, { params: { id: keyId }, query: asked, signal })).data,
    staleTime: 0,
    meta: changesWithAccess,
  });
}
