import { joinedText } from '@keydesk/shared/core/formats';
import {
  type ChosenScope,
  chosenScopes,
  countScopes,
  namesCabinet,
} from '@keydesk/shared/loans/count-scopes';
import type { Count, CountScope } from '@keydesk/shared/loans/counts';
import { t } from '@keydesk/shared/texts/en/counts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft, ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { chosenDeskId, keysHere, useDesks } from '../../../lib/campus.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useUser } from '../../../lib/session.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { buttonClassName } from '../../../ui/button.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { EmptyState, PageHeader, TitledCard } from '../../../ui/page.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { showError, showSuccess } from '../../../ui/toast/show-toast.ts';
import { keysQuery } from '../../keys/queries.ts';
import { CountFindings } from './count-findings.tsx';
import {
  cabinetsOf,
  countQuery,
  countsQuery,
  countsRoot,
  countTitle,
  isOpen,
  openCountText,
} from './count-query.ts';
import { OpenCount } from './open-count.tsx';

export function CountsPage() {
  const counts = useQuery(countsQuery);
  return (
    <>
      <PageHeader title={t('count')} text={t('compare')} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <BeginCount />
        <TitledCard title={t('counts')}>
          <QueryState query={counts} />
          {counts.data?.length === 0 && (
            <EmptyState icon={<ListChecks aria-hidden />} title={t('none-yet')} compact />
          )}
          <ul className="mt-2 divide-y divide-line">
            {counts.data?.map((count) => (
              <li key={count.id} className="relative py-2.5">
                <Link
                  to="/dashboard/count/$id"
                  params={{ id: count.id }}
                  className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline"
                >
                  {countTitle(count)}
                </Link>
                <p className="text-sm text-muted">
                  {t('begun-by', { when: formatDateTime(count.begunAt), name: count.begunBy.name })}
                </p>
                <p className="text-sm">{outcomeText(count)}</p>
              </li>
            ))}
          </ul>
        </TitledCard>
      </div>
    </>
  );
}

function outcomeText({ findings, scanned, abandonedAt }: Count): string {
  if (abandonedAt) return t('abandoned');
  if (!findings) return t('open-scanned', { count: scanned });
  const { missing, hereThoughOut, elsewhere, retired, unknown } = findings;
  const parts = [
    missing > 0 && t('not-seen-count', { count: missing }),
    hereThoughOut > 0 && t('here-though-elsewhere', { count: hereThoughOut }),
    elsewhere > 0 && t('belong-elsewhere', { count: elsewhere }),
    retired > 0 && t('not-in-use', { count: retired }),
    unknown > 0 && t('unknown-tags-count', { count: unknown }),
  ].filter((part) => part !== false);
  return parts.length > 0 ? joinedText(parts) : t('all-right');
}

function useBeginCount() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (scope: CountScope) =>
      call(api.beginCount, { body: { scope, deskId: chosenDeskId() } }),
    onSuccess: async ({ data: { count, joined } }) => {
      if (joined) showSuccess(openCountText(count));
      void client.invalidateQueries({ queryKey: countsRoot });
      await navigate({ to: '/dashboard/count/$id', params: { id: count.id } });
    },
  });
}

function BeginCount() {
  const desks = useDesks();
  const { data: keys } = useQuery(keysQuery);
  const cabinets = useMemo(() => {
    const here = keys && (desks ? keysHere(keys, desks) : keys);
    return cabinetsOf(here?.map(({ hook }) => hook) ?? []);
  }, [keys, desks]);
  const beginning = useBeginCount();
  const { data: counts } = useQuery(countsQuery);
  const parts: readonly Part[] = chosenScopes.flatMap((kind): Part[] =>
    namesCabinet(kind)
      ? cabinets.map((cabinet) => ({ scope: { kind, cabinet }, label: cabinet }))
      : [{ scope: { kind }, label: labelOf(kind, desks?.here?.name) }],
  );
  const openOf = ({ scope }: Part) =>
    counts?.find(
      (count) =>
        isOpen(count) &&
        count.scope === scope.kind &&
        (count.desk?.id ?? null) === (desks?.here?.id ?? null) &&
        (!('cabinet' in scope) || count.cabinet === scope.cabinet),
    );
  return (
    <TitledCard title={t('begin-title')} text={t('moves-are-no-fault')}>
      <ErrorNotice cause={beginning.error} />
      <ul className="mt-2 divide-y divide-line">
        {parts.map((part) => {
          const open = openOf(part);
          const action = t(open ? 'join' : 'begin');
          return (
            <li key={part.label} className="flex min-h-14 items-center gap-3 py-1.5">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {part.label}
                {open && <span className="block text-sm text-muted">{openCountText(open)}</span>}
              </span>
              <OnDutyButton
                variant="secondary"
                size="small"
                aria-label={t('begin-of', { action, part: part.label })}
                busy={beginning.isPending && beginning.variables === part.scope}
                onClick={() => !beginning.isPending && beginning.mutate(part.scope)}
              >
                {action}
              </OnDutyButton>
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}

/** What can be counted. */
type Part = { scope: CountScope; label: string };

function labelOf(kind: ChosenScope, desk: string | undefined): string {
  const row = countScopes[kind];
  if (desk !== undefined && row.isWhole) return t('all-keys-at', { desk });
  return t('choice' in row ? row.choice : row.label);
}

export function CountPage() {
  const { id } = useParams({ from: '/dashboard/count/$id' });
  const query = useQuery(countQuery(id));
  const deskId = useUser()?.id;
  const beginning = useBeginCount();
  const countAgain = (countId: string) =>
    beginning.mutate(
      { kind: 'again', countId },
      { onError: (cause) => showError(getErrorMessage(cause)) },
    );
  const count = query.data?.count;
  return (
    <>
      <PageHeader
        title={count ? countTitle(count) : t('count')}
        text={
          count &&
          t('begun-at-by', { when: formatDateTime(count.begunAt), name: count.begunBy.name })
        }
        action={
          <Link to="/dashboard/count" className={buttonClassName('quiet')}>
            <ArrowLeft aria-hidden className="size-5" />
            {t('all-counts')}
          </Link>
        }
      />
      <QueryState query={query} frame="card" />
      {query.data && count && deskId && isOpen(count) && (
        <OpenCount key={count.id} result={query.data} deskId={deskId} />
      )}
      {count?.abandonedAt && (
        <Notice tone="info">
          {t('abandoned-at', { when: formatDateTime(count.abandonedAt) })}
        </Notice>
      )}
      {query.data && count?.closedAt && (
        <CountFindings result={query.data} onCountAgain={countAgain} />
      )}
    </>
  );
}
