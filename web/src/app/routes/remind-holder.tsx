import type { Key } from '@keydesk/shared/keys/key';
import { useState } from 'react';
import { RemindButton } from '../../features/dashboard/remind-button.tsx';
import { useNow } from '../../lib/clock.ts';

type RemindHolderProps = {
  item: Key;
  /** The key may have come back. */
  onRefused: () => void;
};

/** Reminds whoever has a key; nothing unless somebody has it, and does not dispute that. */
export function RemindHolder({ item, onRefused }: RemindHolderProps) {
  const [sent, setSent] = useState<{ loanId: string; remindedAt: string } | null>(null);
  const now = useNow();
  const { loanId, keyNumber, takenBy, disputed } = item;
  if (!loanId || !takenBy || disputed) return null;
  const holder = { id: takenBy.userId, name: takenBy.name };
  const remindedAt = sent?.loanId === loanId ? sent.remindedAt : null;
  return (
    <RemindButton
      loan={{ loanId, keyNumber, holder, remindedAt }}
      now={now}
      onReminded={(id, at) => setSent({ loanId: id, remindedAt: at })}
      onRefused={onRefused}
    />
  );
}
