import type { Key } from '@keydesk/shared/keys/key';
import type { KeyChanges, KeyFields } from '@keydesk/shared/keys/key-fields';
import { useMutation } from '@tanstack/react-query';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';

/** A key to store: a new one, or changes of one that exists. */
export type KeySaveInput = { id: null; fields: KeyFields } | { id: string; changes: KeyChanges };

/** Adds or changes a key. */
export function useSaveKey(onSaved: () => void) {
  return useMutation({
    mutationFn: saveKey,
    onSuccess: ({ message }) => {
      if (message) showSuccess(message);
      onSaved();
    },
  });
}

function saveKey(saving: KeySaveInput) {
  return saving.id === null
    ? call(api.createKey, { body: saving.fields })
    : call(api.updateKey, { params: { id: saving.id }, body: saving.changes });
}

export type KeyDeleteInput = { id: string; hard: boolean };

/** Deletes a key; hard also erases its history. */
export function useDeleteKey(onDeleted: () => void) {
  return useMutation({
    mutationFn: ({ id, hard }: KeyDeleteInput) =>
      call(api.deleteKey, { params: { id }, ...(hard && { query: { hard: 'true' } }) }),
    onSuccess: ({ message }) => {
      showSuccess(message);
      onDeleted();
    },
  });
}

/** Marks or unmarks a key as frequently used. */
export function useToggleFrequent(onToggled: () => void) {
  return useMutation({
    mutationFn: ({ _id }: Key) => call(api.toggleFrequentKey, { params: { id: _id } }),
    onSuccess: ({ message }) => {
      if (message) showSuccess(message);
      onToggled();
    },
    onError: (cause) => showError(getErrorMessage(cause)),
  });
}
