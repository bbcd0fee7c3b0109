import type { RemovedKey } from '@keydesk/shared/keys/routes';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { choice } from '@keydesk/shared/texts/translator';
import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Archive } from 'lucide-react';
import { api, call } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Dotted } from '../../../ui/dotted.tsx';
import { Card, EmptyState, PageHeader } from '../../../ui/page.tsx';
import { LoadMore, QueryState } from '../../../ui/query-state.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { usePlaceOf } from '../../keys/key-parts.tsx';
import { KeyHistory } from '../../keys/loan-history.tsx';
import { RecordHeader } from '../record-page.tsx';

const removedRoot = ['removed-keys'];

const removedKeysQuery = infiniteQueryOptions({
  queryKey: [...removedRoot, 'list'],
  queryFn: async ({ pageParam: before, signal }) =>
    (await call(api.removedKeys, { query: { before }, signal })).data,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => (last.hasMore ? last.keys.at(-1)?.key._id : undefined),
});

export function removedKeyQuery(id: string) {
  return queryOptions({
    queryKey: [...removedRoot, id],
    queryFn: async ({ signal }) => (await call(api.removedKey, { params: { id }, signal })).data,
    retry: false,
  });
}

export function RemovedKeysPage() {
  const list = useInfiniteQuery(removedKeysQuery);
  const keys = list.data?.pages.flatMap((page) => page.keys);
  return (
    <>
      <PageHeader title={t('removed-keys')} text={t('removed-keys-text')} />
      <QueryState query={list} loading={keyText('loading')} frame="card" />
      {keys?.length === 0 && (
        <EmptyState card icon={<Archive aria-hidden />} title={t('no-key-was-removed-yet')} />
      )}
      {keys && keys.length > 0 && (
        <Card>
          <ul className="divide-y divide-line">
            {keys.map((removed) => (
              <li key={removed.key._id} className="py-2.5">
                <p className="font-semibold wrap-anywhere">
                  <KeyNumber number={removed.key.keyNumber} linkTo={removed.key._id} />{' '}
                  <span className="font-normal text-muted">{removed.key.keyName}</span>
                </p>
                <p className="text-sm text-muted">{removedText(removed)}</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <LoadMore list={list} />
    </>
  );
}

export function RemovedKeyPage({ removed }: { removed: RemovedKey }) {
  const { key } = removed;
  const placeOf = usePlaceOf();
  return (
    <>
      <RecordHeader
        list={<Link to="/dashboard/admin/keys/removed">{t('removed-keys')}</Link>}
        title={<KeyNumber number={key.keyNumber} className="text-2xl leading-10" />}
        text={
          <Dotted>
            <span className="font-semibold text-ink">{key.keyName}</span>
            {placeOf(key)}
            {removedText(removed)}
          </Dotted>
        }
      />
      <Card className="min-w-0">
        <KeyHistory keyId={key._id} heading="h2" />
      </Card>
    </>
  );
}

function removedText({ removedAt, why }: RemovedKey): string {
  const when = formatDateTime(removedAt);
  return why ? t('removed-because', { when, reason: choice(why) }) : t('removed-at', { when });
}
