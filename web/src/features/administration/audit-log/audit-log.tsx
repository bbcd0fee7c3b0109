import { numberText } from '@keydesk/shared/core/formats';
import { isId } from '@keydesk/shared/core/is-id';
import { t } from '@keydesk/shared/texts/en/audit';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileDown, ScrollText, ShieldAlert, ShieldCheck } from 'lucide-react';
import { serverMessage } from '../../../lib/api.ts';
import { useStoredFlag } from '../../../lib/hooks.ts';
import { auditSignInsHidden } from '../../../lib/storage.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState, PageHeader } from '../../../ui/page.tsx';
import { keyPicksQuery } from '../../../ui/pick-fields.tsx';
import { LoadMore, QueryState } from '../../../ui/query-state.tsx';
import { showError } from '../../../ui/toast/show-toast.ts';
import { AuditEvents } from './audit-events.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import {
  type AuditFilter,
  auditQuery,
  emptyAuditFilter,
  exportCsv,
  isFiltered,
  personNameQuery,
  verifyChain,
} from './audit-query.ts';

export function AuditLog() {
  const [filter, setFilter] = useAuditFilter();
  const [signInsHidden, hideSignIns] = useStoredFlag(auditSignInsHidden);
  const audit = useInfiniteQuery(auditQuery(filter, signInsHidden));
  const check = useChainCheck();
  const events = audit.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <>
      <PageHeader
        title={t('audit-log')}
        text={t('intro')}
        action={
          <>
            <ActionButton variant="secondary" busy={check.isPending} onClick={() => check.mutate()}>
              {!check.isPending && <ShieldCheck aria-hidden className="size-4.5" />}
              {t('verify-chain')}
            </ActionButton>
            <DownloadButton
              variant="secondary"
              download={() => exportCsv({ filter, hideSignIns: signInsHidden })}
              icon={<FileDown aria-hidden className="size-4.5" />}
              says={t('audit-log-exported-successfully')}
              failure={(cause) => serverMessage(cause, t('export-failed'))}
            >
              {t('export-csv')}
            </DownloadButton>
          </>
        }
      />
      <ChainResult check={check} />
      <div className="mb-4">
        <AuditFilterBar
          filter={filter}
          actions={audit.data?.pages[0]?.actions ?? []}
          onChange={setFilter}
          signInsHidden={signInsHidden}
          onHideSignIns={hideSignIns}
        />
      </div>
      <QueryState
        query={audit}
        loading={t('loading-audit-log')}
        failure={t('failed-to-load')}
        frame="card mb-4"
        always
      />
      {audit.data && events.length === 0 && (
        <EmptyState
          card
          icon={<ScrollText aria-hidden />}
          title={t('no-events-found')}
          {...(isFiltered(filter) && {
            text: t('try-other-filters'),
            action: (
              <Button variant="secondary" onClick={() => setFilter(emptyAuditFilter)}>
                {t('show-all-events')}
              </Button>
            ),
          })}
        />
      )}
      {events.length > 0 && <AuditEvents events={events} busy={audit.isPlaceholderData} />}
      <LoadMore list={audit} />
    </>
  );
}

function useChainCheck() {
  return useMutation({
    mutationFn: verifyChain,
    onError: (cause) => showError(serverMessage(cause, t('failed-to-verify-the-chain'))),
  });
}

function ChainResult({ check }: { check: ChainCheck }) {
  if (!check.data) return null;
  const { intact, checked, brokenAt } = check.data;
  return intact ? (
    <Notice tone="success" icon={<ShieldCheck aria-hidden />} className="mb-4">
      {t('chain-intact', { count: numberText(checked) })}
    </Notice>
  ) : (
    <Notice tone="error" icon={<ShieldAlert aria-hidden />} className="mb-4">
      {brokenAt === null
        ? t('chain-broken', { count: numberText(checked) })
        : t('chain-broken-at', { event: brokenAt, count: numberText(checked) })}
    </Notice>
  );
}

type ChainCheck = ReturnType<typeof useChainCheck>;

type SearchParams = Readonly<Record<string, unknown>>;

/** The filter in the address, which has the ids of person and key, and its setter. */
function useAuditFilter(): [filter: AuditFilter, change: (filter: AuditFilter) => void] {
  const params = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const personId = isId(params.personId) ? params.personId : null;
  const keyId = isId(params.keyId) ? params.keyId : null;
  const person = useQuery({ ...personNameQuery(personId ?? ''), enabled: personId !== null });
  const keys = useQuery({ ...keyPicksQuery, enabled: keyId !== null });
  const key = keys.data?.find(({ id }) => id === keyId);
  const filter: AuditFilter = {
    person:
      personId === null
        ? null
        : { id: personId, label: person.data ?? (person.error ? t('unknown') : '…') },
    key:
      keyId === null
        ? null
        : { id: keyId, label: key?.label ?? (keys.data ? t('deleted-key') : '…') },
    action: textOf(params.action),
    fromDay: textOf(params.from),
    toDay: textOf(params.to),
  };
  const change = (next: AuditFilter) =>
    void navigate({
      to: '.',
      search: toSearchParams(next),
      replace: true,
      resetScroll: false,
    });
  return [filter, change];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function toSearchParams({ person, key, action, fromDay, toDay }: AuditFilter) {
  return {
    ...(person && { personId: person.id }),
    // `key` would open the key's details over the page.
    ...(key && { keyId: key.id }),
    ...(action && { action }),
    ...(fromDay && { from: fromDay }),
    ...(toDay && { to: toDay }),
  };
}
