import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { answerOf, api } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Card } from '../../ui/card.tsx';
import { showError } from '../../ui/toast/show-toast.ts';

/** Saves everything that is stored of the signed-in person. */
export function MyDataCard() {
  const download = useMutation({
    mutationFn: async () => saveFile(await answerOf(api.myData), 'my-data.json'),
    onError: (cause) => showError(messageOf(cause)),
  });
  return (
    <Card aria-labelledby="my-data" className="mt-5 max-w-2xl">
      <h2 id="my-data" className="text-lg font-semibold">
        My data
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        Everything that is stored of you, in one file: your profile, sessions, loans, codes,
        notifications and what the audit trail says of you.
      </p>
      <ActionButton
        variant="secondary"
        busy={download.isPending}
        onClick={() => download.mutate()}
        className="mt-4"
      >
        {!download.isPending && <Download aria-hidden className="size-4.5" />}
        Download my data
      </ActionButton>
    </Card>
  );
}
