import { useMutation } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { serverSaid } from '../../lib/server-said.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import { verifyChain } from './audit.queries.ts';

/** Recomputing the chain, and what came of it. */
export const useChainCheck = () =>
  useMutation({
    mutationFn: verifyChain,
    onError: (cause) => showError(serverSaid(cause, 'Failed to verify the chain')),
  });

type ChainCheck = ReturnType<typeof useChainCheck>;

/** Starts the check. */
export const VerifyChainButton = ({ check }: { check: ChainCheck }) => (
  <ActionButton variant="secondary" busy={check.isPending} onClick={() => check.mutate()}>
    {!check.isPending && <ShieldCheck aria-hidden className="size-4.5" />}
    Verify chain
  </ActionButton>
);

/** Whether anybody has changed or removed what was written down. */
export const ChainResult = ({ check }: { check: ChainCheck }) => {
  if (!check.data) return null;
  const { intact, checked, brokenAt } = check.data;
  return intact ? (
    <Notice tone="success" icon={<ShieldCheck aria-hidden />} className="mb-4">
      The chain is intact. {checked.toLocaleString()} events checked.
    </Notice>
  ) : (
    <Notice tone="error" icon={<ShieldAlert aria-hidden />} className="mb-4">
      The chain is broken{brokenAt !== null && ` at event ${brokenAt}`}. {checked.toLocaleString()}{' '}
      events checked.
    </Notice>
  );
};
