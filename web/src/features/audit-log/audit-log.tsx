import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { FileDown, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { serverSaid } from '../../lib/server-said.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { auditQuery, exportCsv } from './audit.queries.ts';
import { anyEvent, isFiltered } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';
import { ChainResult, useChainCheck, VerifyChainButton } from './chain-check.tsx';

/** Everything that was written down: filter it, check it, take it away. */
export const AuditLog = () => {
  const [filter, setFilter] = useState(anyEvent);
  const audit = useInfiniteQuery(auditQuery(filter));
  const check = useChainCheck();
  const exporting = useMutation({
    mutationFn: exportCsv,
    onSuccess: () => showSuccess('Audit log exported successfully'),
    onError: (cause) => showError(serverSaid(cause, 'Failed to export the audit log')),
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
              onClick={() => exporting.mutate(filter)}
            >
              {!exporting.isPending && <FileDown aria-hidden className="size-4.5" />}
              Export CSV
            </ActionButton>
          </>
        }
      />
      <ChainResult check={check} />
      <AuditFilters
        filter={filter}
        actions={audit.data?.pages[0]?.actions ?? []}
        onChange={setFilter}
      />
      {audit.isPending && <Loading label="Loading audit log..." />}
      {audit.error && (
        <div className="card mb-4">
          <ErrorState
            message={serverSaid(audit.error, 'Failed to fetch the audit log')}
            onRetry={() => void audit.refetch()}
          />
        </div>
      )}
      {audit.data && events.length === 0 && (
        <div className="card">
          <EmptyState
            icon={<ScrollText aria-hidden />}
            title="No events found"
            {...(isFiltered(filter) && {
              text: 'Try other filters',
              action: (
                <Button variant="secondary" onClick={() => setFilter(anyEvent)}>
                  Show all events
                </Button>
              ),
            })}
          />
        </div>
      )}
      {events.length > 0 && (
        <ul
          aria-label="Audit events"
          aria-busy={audit.isPlaceholderData}
          className="card divide-y divide-line overflow-hidden"
        >
          {events.map((event) => (
            <li key={event.id}>
              <AuditRow event={event} />
            </li>
          ))}
        </ul>
      )}
      {audit.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <ActionButton
            variant="secondary"
            busy={audit.isFetchingNextPage}
            onClick={() => void audit.fetchNextPage()}
          >
            Load More
          </ActionButton>
        </div>
      )}
    </>
  );
};
