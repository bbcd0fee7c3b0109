import type { Key } from '@keydesk/shared/keys/key';
import type { KeyChanges, KeyFields } from '@keydesk/shared/keys/key-fields';
import { useMutation } from '@tanstack/react-query';
import { api, call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';

/** A key to store: a new one, or changes of one that exists. */
export type KeySaving = { id: null; fields: KeyFields } | { id: string; changes: KeyChanges };

const save = (saving: KeySaving) =>
  saving.id === null
    ? call(api.createKey, { body: saving.fields })
    : call(api.updateKey, { params: { id: saving.id }, body: saving.changes });

/** Adds or changes a key. */
export const useSaveKey = (onSaved: () => void) =>
  useMutation({
    mutationFn: save,
    onSuccess: ({ message }) => {
      if (message) showSuccess(message);
      onSaved();
    },
  });

export type KeyDeletion = { id: string; hard: boolean };

/** Deletes a key; hard also erases its history. */
export const useDeleteKey = (onDeleted: () => void) =>
  useMutation({
    mutationFn: ({ id, hard }: KeyDeletion) =>
      call(api.deleteKey, { params: { id }, ...(hard && { query: { hard: 'true' } }) }),
    onSuccess: ({ message }) => {
      showSuccess(message);
      onDeleted();
    },
  });

/** Marks or unmarks a key as frequently used. */
export const useToggleFrequent = (onToggled: () => void) =>
  useMutation({
    mutationFn: ({ _id }: Key) => call(api.toggleFrequentKey, { params: { id: _id } }),
    onSuccess: ({ message }) => {
      if (message) showSuccess(message);
      onToggled();
    },
    onError: (cause) => showError(messageOf(cause)),
  });
