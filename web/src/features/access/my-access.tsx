import type { Grant } from '@keydesk/shared/access/grants';
import type { AccessRequest } from '@keydesk/shared/access/requests';
import { t } from '@keydesk/shared/texts/en/access';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { formatDateTime } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { EmptyState, PageHeader, TitledCard } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { KeyNumber } from '../../ui/record-link.tsx';
import { hasBegun, ShowCode } from './own-access.tsx';
import { accessRequestsQuery, grantsQuery } from './request-queries.ts';
import { GrantPeriod, RequestRow } from './request-row.tsx';

export function MyAccessPage() {
  const userId = useUser()?.id;
  const requests = useQuery(accessRequestsQuery);
  const grants = useQuery(grantsQuery);
  const query = {
    data: requests.data && grants.data,
    error: requests.error ?? grants.error,
    refetch: () => Promise.all([requests.refetch(), grants.refetch()]),
  };
  const own = requests.data?.requests.filter(({ user }) => user.id === userId) ?? [];
  const given = grants.data?.grants.filter(({ user }) => user.id === userId) ?? [];
  return (
    <>
      <PageHeader title={t('my-access')} text={t('my-access-text')} />
      <QueryState query={query} />
      {query.data && own.length + given.length === 0 && (
        <EmptyState
          card
          icon={<KeyRound aria-hidden />}
          title={t('nothing-yet')}
          text={t('nothing-yet-hint')}
        />
      )}
      <div className="flex max-w-3xl flex-col gap-5">
        <OwnGrants grants={given} />
        <OwnRequests requests={own} />
      </div>
    </>
  );
}

function OwnGrants({ grants }: { grants: readonly Grant[] }) {
  if (grants.length === 0) return null;
  return (
    <TitledCard title={t('keys-that-you-may-take')}>
      <ul aria-label={t('keys-that-you-may-take')} className="mt-1 divide-y divide-line">
        {grants.map((grant) => (
          <li key={grant.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <p className="wrap-anywhere">
                <KeyNumber number={grant.key.keyNumber} className="text-xl" />{' '}
                <span className="text-muted">{grant.key.keyName}</span>
              </p>
              <p className="text-sm text-muted">
                <Dotted>
                  <GrantPeriod grant={grant} />
                  {t('given-by', { name: grant.givenBy.name })}
                </Dotted>
              </p>
            </div>
            {hasBegun(grant) && <ShowCode keyId={grant.key.id} keyNumber={grant.key.keyNumber} />}
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

function OwnRequests({ requests }: { requests: readonly AccessRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <TitledCard title={t('requests')} text={t('requests-text')}>
      <ul aria-label={t('requests')} className="mt-1 divide-y divide-line">
        {requests.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            asked={formatDateTime(request.createdAt)}
          />
        ))}
      </ul>
    </TitledCard>
  );
}
