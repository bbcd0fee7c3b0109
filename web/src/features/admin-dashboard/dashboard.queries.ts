import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../lib/api-client.ts';

/** Counts, recent users and recent activity. */
export const dashboardQuery = queryOptions({
  queryKey: ['admin-dashboard'],
  queryFn: async ({ signal }) => (await call(api.adminDashboard, { signal })).data,
});
