import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../../lib/api.ts';

/** What a guard leaves to the next at this computer's desk, as it was when it was asked. */
export function shiftQuery(dutyId: string | undefined) {
  return queryOptions({
    queryKey: ['desk', 'shift', dutyId],
    queryFn: async ({ signal }) => (await call(api.getShift, { signal })).data,
    enabled: dutyId !== undefined,
  });
}
