import type { Key } from '@keydesk/shared/keys/key';
import { useMutation } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { api, callForResponse, getErrorMessage } from '../../lib/api.ts';
import { saveFile } from '../../lib/browser.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';

type PrintTagsButtonProps = {
  keys: readonly Key[];
  /** `keys` are only some of all keys. */
  filtered: boolean;
  label?: string;
};

/** Downloads a printable sheet with a QR tag for each of these keys. */
export function PrintTagsButton({
  keys,
  filtered,
  label = 'Print key tags',
}: PrintTagsButtonProps) {
  const printing = useMutation({
    mutationFn: async () => {
      const body = filtered ? { keyIds: keys.map(({ _id }) => _id) } : {};
      await saveFile(await callForResponse(api.keyTags, { body }), 'key-tags.pdf');
    },
    onSuccess: () => showSuccess(`${tagsText(keys.length)} downloaded as a PDF`),
    onError: (cause) => showError(getErrorMessage(cause)),
  });
  return (
    <ActionButton
      variant="secondary"
      size="small"
      disabled={keys.length === 0}
      busy={printing.isPending}
      onClick={() => printing.mutate()}
    >
      {!printing.isPending && <Printer aria-hidden className="size-4" />}
      {label}
    </ActionButton>
  );
}

function tagsText(count: number): string {
  return count === 1 ? 'The tag of 1 key was' : `The tags of ${count} keys were`;
}
