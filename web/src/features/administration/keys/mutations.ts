import type { Key } from '@keydesk/shared/keys/key';
import type { BulkKeyChanges, KeyChanges, KeyFields } from '@keydesk/shared/keys/key-schemas';
import { maxKeysPerChange, type RetireReason } from '@keydesk/shared/keys/routes';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { saveSeen } from '../../../lib/stale.ts';
import { showActionToast, showSuccess } from '../../../ui/toast/show-toast.ts';
import { useChange } from '../../../ui/use-change.ts';

export type KeySaveInput = { item: null; fields: KeyFields } | { item: Key; changes: KeyChanges };

/** The message about a new key links to its page. */
export function useSaveKey(onSaved: () => void) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: saveKey,
    onSuccess: ({ message = '', data }, { item }) => {
      const open = () =>
        void navigate({ to: '/dashboard/admin/keys/$id', params: { id: data.key._id } });
      if (item === null) showActionToast(message, { label: t('open-key'), onPress: open });
      else showSuccess(message);
      onSaved();
    },
  });
}

function saveKey(input: KeySaveInput) {
  if (input.item === null) return call(api.createKey, { body: input.fields });
  const { item, changes } = input;
  return saveSeen(item, changes, (version) =>
    call(api.updateKey, { params: { id: item._id }, body: { ...changes, version } }),
  );
}

export type KeyDeleteInput = { id: string; hard: boolean; reason?: RetireReason };

export function useDeleteKey(onDeleted: () => void) {
  return useChange(
    ({ id, hard, reason }: KeyDeleteInput) =>
      call(api.deleteKey, { params: { id }, query: { ...(hard && { hard: 'true' }), reason } }),
    { onDone: onDeleted },
  );
}

export function useToggleFrequent(onToggled: () => void) {
  return useChange(({ _id }: Key) => call(api.toggleFrequentKey, { params: { id: _id } }), {
    onDone: onToggled,
    failure: getErrorMessage,
  });
}

type BulkKeyUpdate = { keyIds: readonly string[]; changes: BulkKeyChanges };

/**
 * Changes many keys in as many calls as the server's limit requires. If a later call fails, the
 * earlier ones remain in effect; `onProgress` gets the number of changed keys.
 */
export function useUpdateKeys(onProgress: (changed: number) => void, onUpdated: () => void) {
  return useChange(
    async ({ keyIds, changes }: BulkKeyUpdate) => {
      for (let start = 0; start < keyIds.length; start += maxKeysPerChange) {
        const part = keyIds.slice(start, start + maxKeysPerChange);
        await call(api.updateKeys, { body: { keyIds: part, changes } });
        onProgress(start + part.length);
      }
      return {};
    },
    { says: ({ keyIds }) => t('keys-updated', { count: keyIds.length }), onDone: onUpdated },
  );
}
