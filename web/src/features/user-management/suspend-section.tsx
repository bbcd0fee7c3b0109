import type { ManagedUser } from '@keydesk/shared/dashboard/dashboard';
import { Ban } from 'lucide-react';
import { useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { useSetUserState } from './use-user-states.ts';

type SuspendSectionProps = { user: ManagedUser; onSuspended: () => void };

/** Keeps a person out at once, keys or no keys; nobody does it to themselves. */
export function SuspendSection({ user, onSuspended }: SuspendSectionProps) {
  const setState = useSetUserState(onSuspended);
  if (useUser()?.id === user.id) return null;
  const suspend = () => {
    const question = `Suspend ${user.name}? They are signed out and kept out until you restore them.`;
    if (window.confirm(question)) setState.mutate({ id: user.id, state: 'suspended' });
  };
  return (
    <section className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-5">
      <p className="min-w-0 flex-1 basis-56 text-sm text-muted">
        Suspending signs a person out everywhere and keeps them out. Keys they have stay with them
        until the desk collects them.
      </p>
      <ActionButton variant="secondary" size="small" busy={setState.isPending} onClick={suspend}>
        <Ban aria-hidden className="size-4" />
        Suspend
      </ActionButton>
    </section>
  );
}
