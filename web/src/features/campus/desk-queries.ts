import type { DeskChanges, NewDesk } from '@keydesk/shared/campus/desk-routes';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { loadCampus } from '../../lib/campus.ts';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';

/** How many keys are at home at each desk, by id; read again for another `version` of the campus. */
export function deskUsageQuery(version: string) {
  return queryOptions({
    queryKey: ['desk-usage', version],
    queryFn: async ({ signal }) => {
      const { data } = await call(api.listDesks, { signal });
      return new Map(data.desks.map(({ id, keys }) => [id, keys]));
    },
  });
}

/** A desk to save: a new one, or changes to an existing one. */
type DeskSaveInput = { id: null; fields: NewDesk } | DeskChange;

type DeskChange = { id: string; changes: DeskChanges };

/** Adds or changes a desk; the form says what went wrong. */
export function useSaveDesk() {
  return useMutation({
    mutationFn: async (input: DeskSaveInput) => {
      const { message } = await saveDesk(input);
      await loadCampus();
      return message;
    },
    onSuccess: (message) => {
      if (message) showSuccess(message);
    },
  });
}

function saveDesk(input: DeskSaveInput) {
  return input.id === null
    ? call(api.addDesk, { body: input.fields })
    : call(api.changeDesk, { params: { id: input.id }, body: input.changes });
}

/** Moves, retires or brings back a desk. */
export function useChangeDesk() {
  return useMutation({
    mutationFn: async (change: DeskChange) => {
      await saveDesk(change);
      await loadCampus();
    },
    onError: (cause) => showError(getErrorMessage(cause)),
  });
}
