import type { DaysInput, Opening } from '@keydesk/shared/due/calendar-routes';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../../lib/api.ts';
import { loadConfig } from '../../../lib/config.ts';
import { invalidateAndRefetch } from '../../../lib/query-client.ts';
import { showSuccess } from '../../../ui/toast/show-toast.ts';

const calendarRoot = ['campus-calendar'];

/** The opening hours and the time zone. */
export const openingQuery = queryOptions({
  queryKey: [...calendarRoot, 'opening'],
  queryFn: async ({ signal }) => (await call(api.getOpening, { signal })).data,
});

/** The closed and short days. */
export const daysQuery = queryOptions({
  queryKey: [...calendarRoot, 'days'],
  queryFn: async ({ signal }) => (await call(api.getDays, { signal })).data,
});

/** Keys that are out and due while a closed or short day has the campus closed. */
export const strandedQuery = queryOptions({
  queryKey: [...calendarRoot, 'stranded'],
  queryFn: async ({ signal }) => (await call(api.strandedLoans, { signal })).data.loans,
});

function refetchCalendar(client: QueryClient): Promise<void> {
  return invalidateAndRefetch(client, { queryKey: calendarRoot });
}

/** Replaces the opening hours; after a refusal too, the page shows what is stored. */
export function useSaveOpening() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Opening) => call(api.putOpening, { body }),
    onSuccess: () => showSuccess('Opening hours saved'),
    onSettled: () => Promise.all([refetchCalendar(client), loadConfig()]),
  });
}

/** A closed or short day. */
export type Day = DaysInput['days'][number];

/** The days as they are stored, and the version that a change is based on. */
export type StoredDays = { days: readonly Day[]; version: string };

type ChangedDays = { days: readonly Day[]; version: string; message: string };

/** Replaces the closed and short days. */
export function useSaveDays() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ days, version }: ChangedDays) =>
      call(api.putDays, { body: { days: [...days], version } }),
    onSuccess: (_answer, { message }) => showSuccess(message),
    onSettled: () => void refetchCalendar(client),
  });
}

/** Moves the due times of loans to the next closing time. */
export function useMoveDue() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (loanIds: string[]) => call(api.moveDue, { body: { loanIds } }),
    onSuccess: ({ message }) => message && showSuccess(message),
    onSettled: () => refetchCalendar(client),
  });
}
