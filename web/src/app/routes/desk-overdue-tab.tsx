import type { OverdueLoan } from '@keydesk/shared/due/overdue-routes';
import type { Key } from '@keydesk/shared/keys/key';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { RemindButton } from '../../features/dashboard/remind-button.tsx';
import { type ExtendableLoan, ExtendDialog } from '../../features/desk/extend-dialog.tsx';
import { OverdueList } from '../../features/desk/overdue-list.tsx';
import { useOverdueLoans } from '../../features/desk/overdue-queries.ts';
import { KeyDetailsLink } from '../../features/keys/key-parts.tsx';
import { useNow } from '../../lib/clock.ts';
import { useHasOpened } from '../../lib/hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';

type DeskOverdueTabProps = {
  /** Leaves the keys that the lists of this desk show. */
  narrow: (keys: readonly Key[]) => readonly Key[];
  renderCollect: (key: Key) => ReactNode;
};

/** The keys that should be back: remind their holders, let them keep them, or collect them. */
export function DeskOverdueTab({ narrow, renderCollect }: DeskOverdueTabProps) {
  const { data, error, refetch, noteReminder } = useOverdueLoans();
  const [extending, setExtending] = useState<ExtendableLoan | null>(null);
  const dialogOpened = useHasOpened(extending !== null);
  const now = useNow();
  const loans = useMemo(() => {
    if (!data) return undefined;
    const here = new Set(narrow(data.loans.map(({ key }) => key)));
    return data.loans.filter(({ key }) => here.has(key));
  }, [data, narrow]);
  const renderActions = (loan: OverdueLoan) => (
    <>
      <RemindButton
        loan={{ ...loan, keyNumber: loan.key.keyNumber }}
        now={now}
        onReminded={noteReminder}
        onRefused={() => void refetch()}
      />
      <ActionButton
        variant="secondary"
        size="small"
        aria-label={`Extend ${loan.key.keyNumber}`}
        onClick={() => setExtending({ ...loan, holderName: loan.holder.name })}
      >
        <CalendarClock aria-hidden className="size-4" />
        Extend
      </ActionButton>
      {renderCollect(loan.key)}
    </>
  );
  return (
    <>
      <OverdueList
        loans={loans}
        more={data ? (data.recalled ?? 0) + data.late + data.soon - data.loans.length : 0}
        error={error && 'Failed to load the overdue keys. Please refresh the page.'}
        onRetry={() => void refetch()}
        renderNumber={(key) => <KeyDetailsLink item={key} stretched />}
        renderActions={renderActions}
      />
      {dialogOpened && <ExtendDialog loan={extending} onClose={() => setExtending(null)} />}
    </>
  );
}
