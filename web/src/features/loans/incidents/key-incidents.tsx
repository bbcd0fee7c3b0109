import type { Incident } from '@keydesk/shared/loans/incidents';
import { t } from '@keydesk/shared/texts/en/incidents';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, call } from '../../../lib/api.ts';
import { isAboutPerson } from '../../../lib/live/events.ts';
import { IncidentItem, incidentsRoot } from './incident-item.tsx';

type Heading = 'h2' | 'h3';

export function KeyIncidents({ keyId, ...rest }: { keyId: string } & IncidentSectionLook) {
  return <IncidentSection incidents={useQuery(keyIncidentsQuery(keyId)).data} {...rest} />;
}

function keyIncidentsQuery(id: string) {
  return queryOptions({
    queryKey: [...incidentsRoot, 'key', id],
    queryFn: async ({ signal }) =>
      (await call(api.incidentsOfKey, { params: { id }, signal })).data.incidents,
    staleTime: 0,
    meta: { staleOn: { key: ({ key }) => key._id === id } },
  });
}

export function PersonIncidents({ userId, ...rest }: { userId: string } & IncidentSectionLook) {
  const { data } = useQuery(personIncidentsQuery(userId));
  return <IncidentSection incidents={data} withKey {...rest} />;
}

function personIncidentsQuery(holderId: string) {
  return queryOptions({
    queryKey: [...incidentsRoot, 'person', holderId],
    queryFn: async ({ signal }) =>
      (await call(api.listIncidents, { query: { holderId }, signal })).data.incidents,
    staleTime: 0,
    meta: { staleOn: { key: (event) => isAboutPerson(event, holderId) } },
  });
}

type IncidentSectionLook = { heading?: Heading; className?: string };
type IncidentSectionProps = IncidentSectionLook & {
  incidents: readonly Incident[] | undefined;
  withKey?: boolean;
};

function IncidentSection(props: IncidentSectionProps) {
  const { incidents = [], withKey = false, heading: Heading = 'h3', className } = props;
  if (incidents.length === 0) return null;
  return (
    <section aria-labelledby="incidents-heading" className={className}>
      <Heading id="incidents-heading" className="text-base font-semibold">
        {t('incidents')}
      </Heading>
      <ul className="divide-y divide-line">
        {incidents.map((incident) => (
          <IncidentItem key={incident.id} incident={incident} withKey={withKey} />
        ))}
      </ul>
    </section>
  );
}
