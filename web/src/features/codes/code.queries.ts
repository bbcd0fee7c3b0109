import type { CodeWish } from '@keydesk/shared/handovers/qr-generation';
import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../lib/api-client.ts';

/**
 * The code issued for one opening of the modal. Reading it issues it, and a new one voids the old,
 * so nothing but an explicit refetch may read it again.
 */
export const issuedCodeQuery = (wish: CodeWish, opening: number) =>
  queryOptions({
    queryKey: ['codes', 'issued', opening, wish],
    queryFn: async ({ signal }) => (await call(api.issueCode, { body: wish, signal })).data,
    staleTime: 'static',
    gcTime: 0,
  });
