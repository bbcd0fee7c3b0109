import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../lib/api-client.ts';

/** The installation: versions, database, last backup, processes. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: async ({ signal }) => (await call(api.system, { signal })).data,
});
