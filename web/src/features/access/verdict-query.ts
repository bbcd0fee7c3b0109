import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../lib/api.ts';
import { accessRoot } from './request-queries.ts';

/** Whether somebody, or the reader, may take a key now or at another moment, and who may in general. */
export function verdictQuery(keyId: string, asked: { userId?: string; at?: string } = {}) {
  return queryOptions({
    queryKey: [...accessRoot, 'verdict', keyId, asked],
    queryFn: async ({ signal }) =>
      (await call(api.keyVerdict, { params: { id: keyId }, query: asked, signal })).data,
    staleTime: 0,
  });
}
