import type { AuditEntry } from '@keydesk/shared/audit/routes';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import {
  FileDown,
  LockKeyhole,
  LockKeyholeOpen,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
} from 'lucide-react';
import { useState } from 'react';
import { serverMessage } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { emptyAuditFilter, isFiltered } from './audit-filter.ts';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { actionLabel, eventDetails } from './event-text.ts';
import { auditQuery, exportCsv, verifyChain } from './queries.ts';

/** The audit log: filter, verify, export. */
export function AuditLog() {
  const [filter, setFilter] = useState(emptyAuditFilter);
  const audit = useInfiniteQuery(auditQuery(filter));
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
              onClick={() => exporting.mutate(filter)}
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
      />
      {audit.isPending && <Loading label="Loading audit log..." />}
      {audit.error && (
        <div className="card mb-4">
          <ErrorState
            message={serverMessage(audit.error, 'Failed to fetch the audit log')}
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
                <Button variant="secondary" onClick={() => setFilter(emptyAuditFilter)}>
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

/** One event: time, action, people, key and details. */
function AuditRow({ event }: { event: AuditEntry }) {
  const details = eventDetails(event);
  const toOther = event.subject && event.subject.id !== event.actor?.id;
  const Lock = event.sealed ? LockKeyhole : LockKeyholeOpen;
  const sealText = event.sealed ? 'Sealed in the chain' : 'Not sealed yet';
  return (
    <div className="grid gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[11rem_10rem_minmax(0,1fr)_1.5rem] md:px-5">
      <p className="text-sm leading-6 text-muted tabular-nums">{formatDateTime(event.at)}</p>
      <p className="font-semibold">{actionLabel(event.action)}</p>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {event.actor?.name ?? 'Nobody signed in'}
          {toOther && <span className="text-muted"> · {event.subject?.name}</span>}
          {event.key && <span className="key-number"> · {event.key.keyNumber}</span>}
        </p>
        {details.length > 0 && (
          <p className="text-sm wrap-anywhere text-muted">{details.join(' · ')}</p>
        )}
      </div>
      <p title={sealText} className="text-muted max-md:hidden">
        <Lock aria-hidden className="mt-1 size-4" />
        <span className="sr-only">{sealText}</span>
      </p>
    </div>
  );
}

type ChainCheck = ReturnType<typeof useChainCheck>;
