import type { Key } from '@keydesk/shared/keys/key';
import { useMutation } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { answerOf, api } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { showError } from '../../ui/toast/show-toast.ts';

type PrintTagsButtonProps = {
  keys: readonly Key[];
  /** Some keys are left out of all. */
  narrowed: boolean;
};

/** Saves a printable sheet with a QR tag for each of these keys. */
export const PrintTagsButton = ({ keys, narrowed }: PrintTagsButtonProps) => {
  const printing = useMutation({
    mutationFn: async () => {
      const body = narrowed ? { keyIds: keys.map(({ _id }) => _id) } : {};
      await saveFile(await answerOf(api.keyTags, { body }), 'key-tags.pdf');
    },
    onError: (cause) => showError(messageOf(cause)),
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
      Print key tags
    </ActionButton>
  );
};
