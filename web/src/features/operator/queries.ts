import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../lib/api.ts';

/** Key figures and recent activity for the operator. */
export const operatorQuery = queryOptions({
  queryKey: ['operator-dashboard'],
  queryFn: async ({ signal }) => (await call(api.operatorDashboard, { signal })).data,
});
