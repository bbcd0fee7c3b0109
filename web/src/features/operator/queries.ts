import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../lib/api.ts';

/** Counts of keys and what became of them lately. */
export const operatorQuery = queryOptions({
  queryKey: ['operator-dashboard'],
  queryFn: async ({ signal }) => (await call(api.operatorDashboard, { signal })).data,
});
