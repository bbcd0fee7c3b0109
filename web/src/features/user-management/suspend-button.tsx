import type { ManagedUser } from '@keydesk/shared/users/managed-user';
import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { ActionButton } from '../../ui/action-button.tsx';
import { useSetUserState } from './mutations.ts';
import { userDetailsQuery } from './queries.ts';

type SuspendButtonProps = { user: ManagedUser; onSuspended?: () => void; className?: string };

/** Suspends a person after asking, even one with keys. */
export function SuspendButton({ user, onSuspended, className }: SuspendButtonProps) {
  const setState = useSetUserState(onSuspended);
  const openLoans = useQuery(userDetailsQuery(user.id)).data?.openLoans ?? [];
  const suspend = () => {
    if (window.confirm(suspensionQuestion(user, openLoans)))
      setState.mutate({ id: user.id, state: 'suspended' });
  };
  return (
    <ActionButton
      variant="secondary"
      size="small"
      busy={setState.isPending}
      onClick={suspend}
      className={className}
    >
      <Ban aria-hidden className="size-4" />
      Suspend
    </ActionButton>
  );
}

/** What stays with the person comes before what happens to them. */
function suspensionQuestion({ name }: ManagedUser, keys: readonly { keyNumber: string }[]): string {
  const numbers = keys.map(({ keyNumber }) => keyNumber).join(', ');
  return [
    `Suspend ${name}?`,
    numbers && `They still have ${numbers}, until the desk collects it.`,
    'They are signed out and kept out until you restore them.',
  ]
    .filter(Boolean)
    .join(' ');
}
