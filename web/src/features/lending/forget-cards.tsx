import { useMutation } from '@tanstack/react-query';
import { IdCard } from 'lucide-react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Card } from '../../ui/page.tsx';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';

/** Forgets the ID cards of a person, for instance because one was lost. */
export function ForgetCards({ personId }: { personId: string }) {
  const forgetting = useMutation({
    mutationFn: () => call(api.endPersonCards, { params: { id: personId } }),
    onSuccess: ({ message }) => showSuccess(message),
    onError: (cause) => showError(getErrorMessage(cause)),
  });
  return (
    <Card aria-labelledby="id-cards" className="min-w-0">
      <h2 id="id-cards" className="text-base font-semibold">
        ID Cards
      </h2>
      <p className="mt-1 text-sm text-muted">
        A card that was lost must not name this person at the desk any more.
      </p>
      <ActionButton
        variant="secondary"
        size="small"
        busy={forgetting.isPending}
        onClick={() => forgetting.mutate()}
        className="mt-3"
      >
        <IdCard aria-hidden className="size-4.5" />
        Forget all cards
      </ActionButton>
    </Card>
  );
}
