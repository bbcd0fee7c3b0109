import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { FileDown, ScrollText, ShieldAlert, ShieldCheck } from 'lucide-react';
import { serverMessage } from '../../lib/api.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import { LoadMore, QueryState } from '../../ui/query-state.tsx';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { AuditEvents } from './audit-events.tsx';
import { emptyAuditFilter, isFiltered } from './audit-filter.ts';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { auditQuery, exportCsv, verifyChain } from './queries.ts';
import { useAuditFilter, useHiddenSignIns } from './use-audit-filter.ts';

/** The audit log: filter, verify, export. */
export function AuditLog() {
  const [filter, setFilter] = useAuditFilter();
  const [signInsHidden, hideSignIns] = useHiddenSignIns();
  const audit = useInfiniteQuery(auditQuery(filter, signInsHidden));
  const check = useChainCheck();
  const exporting = useMutation({
    mutationFn: exportCsv,
    onSuccess: () => showSuccess('Audit log exported successfully'),
    onError: (cause) => showError(serverMessage(cause, 'Failed to export the audit log')),
  });
  const events = audit.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <>
      <PageHeader
        title="Audit Log"
        text="Who did what, and when. Entries cannot be changed."
        action={
          <>
            <VerifyChainButton check={check} />
            <ActionButton
              variant="secondary"
              busy={exporting.isPending}
              onClick={() => exporting.mutate({ filter, hideSignIns: signInsHidden })}
            >
              {!exporting.isPending && <FileDown aria-hidden className="size-4.5" />}
              Export CSV
            </ActionButton>
          </>
        }
      />
      <ChainResult check={check} />
      <AuditFilterBar
        filter={filter}
        actions={audit.data?.pages[0]?.actions ?? []}
        onChange={setFilter}
        signInsHidden={signInsHidden}
        onHideSignIns={hideSignIns}
      />
      <QueryState
        query={audit}
        loading="Loading audit log..."
        failure="Failed to fetch the audit log"
        frame="card mb-4"
        always
      />
      {audit.data && events.length === 0 && (
        <div className="card">
          <EmptyState
            icon={<ScrollText aria-hidden />}
            title="No events found"
            {...(isFiltered(filter) && {
              text: 'Try other filters',
              action: (
                <Button variant="secondary" onClick={() => setFilter(emptyAuditFilter)}>
                  Show all events
                </Button>
              ),
            })}
          />
        </div>
      )}
      {events.length > 0 && <AuditEvents events={events} busy={audit.isPlaceholderData} />}
      <LoadMore list={audit} />
    </>
  );
}

/** Verifies the hash chain. */
function useChainCheck() {
  return useMutation({
    mutationFn: verifyChain,
    onError: (cause) => showError(serverMessage(cause, 'Failed to verify the chain')),
  });
}

function VerifyChainButton({ check }: { check: ChainCheck }) {
  return (
    <ActionButton variant="secondary" busy={check.isPending} onClick={() => check.mutate()}>
      {!check.isPending && <ShieldCheck aria-hidden className="size-4.5" />}
      Verify chain
    </ActionButton>
  );
}

/** Whether the hash chain shows changed or removed entries. */
function ChainResult({ check }: { check: ChainCheck }) {
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
}

type ChainCheck = ReturnType<typeof useChainCheck>;
