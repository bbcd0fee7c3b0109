import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../../lib/api.ts';

export function shiftQuery(dutyId: string | undefined) {
  return queryOptions({
    queryKey: ['desk', 'shift', dutyId],
    queryFn: async ({ signal }) => (await call(api.getShift, { signal })).data,
    enabled: dutyId !== undefined,
  });
}
