import type { NewGrant } from '@keydesk/shared/access/grants';
import type {
  AccessRequest,
  NewAccessRequest,
  RequestDecision,
} from '@keydesk/shared/access/requests';
import type { Notification } from '@keydesk/shared/core/notifications';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { useChange } from '../../ui/use-change.ts';
import { hasJustChangedRules } from './queries.ts';

/** Of everything that is read about one's access. */
const accessRoot = ['access'] as const;

/** What else changed is noticed within this time. */
const pollMs = 60_000;

const changesWithAccess = {
  staleOn: { campus: 'access', notification: ({ kind }: Notification) => kind === 'access' },
} as const;

/** One's own requests, and those that one decides or decided about. */
export const accessRequestsQuery = queryOptions({
  queryKey: [...accessRoot, 'requests'],
  queryFn: async ({ signal }) => (await call(api.listAccessRequests, { signal })).data,
  refetchInterval: pollMs,
  // Rules and groups leave requests as they are.
  meta: { staleOn: { ...changesWithAccess.staleOn, unless: hasJustChangedRules } },
});

/** One's own access by name, that to one's keys, and all for admins. */
export const grantsQuery = queryOptions({
  queryKey: [...accessRoot, 'grants'],
  queryFn: async ({ signal }) => (await call(api.listGrants, { signal })).data,
  refetchInterval: pollMs,
  meta: changesWithAccess,
});

/** People to whom one may give access and whom every word of the search fits. */
export function peopleToGrantQuery(search: string) {
  return queryOptions({
    queryKey: [...accessRoot, 'people', search],
    queryFn: async ({ signal }) =>
      (await call(api.peopleToGrant, { query: { search }, signal })).data.people,
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** Every key, for admins, who give access to any of them. */
export function allKeysQuery(enabled: boolean) {
  return queryOptions({
    queryKey: [...accessRoot, 'keys'],
    queryFn: async ({ signal }) =>
      (await call(api.listKeys, { signal })).data.keys.map(({ _id: id, keyNumber, keyName }) => ({
        id,
        keyNumber,
        keyName,
      })),
    enabled,
    staleTime: 60_000,
  });
}

/** Reads again what is shown about access. */
function refetchAccess(client: QueryClient): void {
  void invalidateAndRefetch(client, { queryKey: accessRoot }, { cancelRefetch: false });
}

/** Asks for a key; the dialog says what came of it. */
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

/** Approves, denies or withdraws. */
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

/** Gives access; the form says what went wrong. */
export function useGiveAccess() {
  return useChange((body: NewGrant) => call(api.addGrant, { body }), changesAccess);
}

/** Ends somebody's access; the dialog says what went wrong. */
export function useEndAccess() {
  return useChange((id: string) => call(api.endGrant, { params: { id } }), changesAccess);
}

/** Whether somebody, or the reader, may take a key now or at another moment, and who may in general. */
export function verdictQuery(keyId: string, asked: { userId?: string; at?: string } = {}) {
  return queryOptions({
    queryKey: [...accessRoot, 'verdict', keyId, asked],
    queryFn: async ({ signal }) =>
      (await call(api.keyVerdict, { params: { id: keyId }, query: asked, signal })).data,
    staleTime: 0,
    meta: changesWithAccess,
  });
}
