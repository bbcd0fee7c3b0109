import { t } from '@keydesk/shared/texts/en/incidents';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, FileDown } from 'lucide-react';
import { useState } from 'react';
import { api, call, callForResponse } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/browser.ts';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { Card, EmptyState, PageHeader } from '../../../ui/page.tsx';
import { LoadMore, QueryState } from '../../../ui/query-state.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { IncidentItem, incidentsRoot } from './incident-item.tsx';

type State = 'open' | 'resolved';

export function IncidentsPage() {
  const [state, setState] = useState<State>('open');
  return (
    <>
      <PageHeader
        title={t('incidents')}
        text={t('keys-reported')}
        action={
          <DownloadButton
            variant="secondary"
            download={async () =>
              saveFile(await callForResponse(api.exportIncidents), 'incidents.csv')
            }
            icon={<FileDown aria-hidden className="size-4.5" />}
          >
            {t('export-csv')}
          </DownloadButton>
        }
      />
      <Tabs
        label={t('incidents')}
        value={state}
        onChange={(value) => setState(value as State)}
        tabs={[
          { value: 'open', label: t('open'), content: <IncidentList state="open" /> },
          {
            value: 'resolved',
            label: t('resolved-ones'),
            content: <IncidentList state="resolved" />,
          },
        ]}
      />
    </>
  );
}

function IncidentList({ state }: { state: State }) {
  const list = useInfiniteQuery(incidentsQuery(state));
  const incidents = list.data?.pages.flatMap((page) => page.incidents);
  return (
    <>
      <QueryState query={list} loading={t('loading')} frame="card mb-4" />
      {incidents?.length === 0 && (
        <EmptyState
          card
          icon={<CircleCheck aria-hidden />}
          title={t(state === 'open' ? 'none-open' : 'none-resolved')}
        />
      )}
      {incidents && incidents.length > 0 && (
        <Card aria-label={t(state === 'open' ? 'open-incidents' : 'resolved-incidents')}>
          <ul className="divide-y divide-line">
            {incidents.map((incident) => (
              <IncidentItem key={incident.id} incident={incident} withKey />
            ))}
          </ul>
        </Card>
      )}
      <LoadMore list={list} />
    </>
  );
}

function incidentsQuery(state: State) {
  return infiniteQueryOptions({
    queryKey: [...incidentsRoot, state],
    queryFn: async ({ pageParam: before, signal }) =>
      (await call(api.listIncidents, { query: { state, before }, signal })).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.incidents.at(-1)?.id : undefined),
    meta: {
      staleOn: { key: ({ action }) => action !== 'qr-request' && action !== 'take' },
    },
  });
}
