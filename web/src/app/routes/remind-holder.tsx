import type { LoanToRemind } from '@keydesk/shared/handovers/loan';
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
  const { loanId, keyNumber, takenBy } = item;
  if (!loanId || !takenBy || takenBy.disputed) return null;
  const holder = { id: takenBy.userId, name: takenBy.name };
  return <RemindOfLoan key={loanId} loan={{ loanId, keyNumber, holder }} onRefused={onRefused} />;
}

type RemindOfLoanProps = {
  loan: Pick<LoanToRemind, 'loanId' | 'keyNumber' | 'holder'>;
  onRefused: () => void;
};

/** Reminds the holder of one loan; give it a `key`, since it remembers what it sent. */
export function RemindOfLoan({ loan, onRefused }: RemindOfLoanProps) {
  const [remindedAt, setRemindedAt] = useState<string | null>(null);
  const now = useNow();
  return (
    <RemindButton
      loan={{ ...loan, remindedAt }}
      now={now}
      onReminded={(_, at) => setRemindedAt(at)}
      onRefused={onRefused}
    />
  );
}
